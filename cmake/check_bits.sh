#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Wayfield authors
# SPDX-License-Identifier: MIT

# Fields, crowds, groups and surfaces come out the same to the bit from every library given, on every instruction set of this machine.
# usage: check_bits.sh BUILD-FOLDER LIBRARY...
set -u

mkdir -p "$1" || exit 2
build=$(cd "$1" && pwd)
shift
sources=$(cd "$(dirname "$0")" && pwd)/wasm
include=$(cd "$(dirname "$0")/.." && pwd)/include

passed=0 failed=0
for library in "$@"; do
  if ! cc -pthread -o "$build/hash" "$sources"/hash*.c "$library" -I"$include" -lm; then
    echo "FAILED: a program does not link with $library"
    failed=$((failed + 1))
    continue
  fi
  for level in 0 1 2; do
    "$build/hash" $level >"$build/now.txt" || echo "failed with code $?" >>"$build/now.txt"
    if [ $((passed + failed)) = 0 ]; then
      cp "$build/now.txt" "$build/first.txt"
      cat "$build/first.txt"
    fi
    if ! grep -q failed "$build/now.txt" && diff "$build/first.txt" "$build/now.txt"; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      echo "FAILED: $library at SIMD level $level differs from $1 at level 0, or does not run"
    fi
  done
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
