#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Wayfield authors
# SPDX-License-Identifier: MIT

# Compiles the core to WebAssembly (wasm32-wasi, SIMD128) and compares the bits of its results, run in node, with the native ones.
# usage: run.sh BUILD-FOLDER [NATIVE-LIBRARY] | run.sh --has-runtime
set -u

runtime() { # the builtins of clang's runtime, where they are looked for by default
  found=$(clang --target=wasm32-wasi -print-libgcc-file-name 2>/dev/null) && [ -f "$found" ]
}

if [ "${1:-}" = --has-runtime ]; then
  runtime
  exit
fi

mkdir -p "$1" || exit 2
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.." || exit 2

if ! runtime; then
  echo "clang's runtime for wasm32 is missing (package libclang-rt-dev-wasm32)"
  exit 1
fi

flags="-std=c17 -O2 -ffp-contract=off -D_POSIX_C_SOURCE=200809L -DWAYFIELD_BUILDING -Iinclude -Isrc
  -Wall -Wextra -Wpedantic -Wconversion -Werror"
jobs=${WAYFIELD_JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)}
sources=$(find src/base src/world src/sparse src/mesh src/field src/surface src/footsteps src/ground src/group src/explore src/crowd -name '*.c' ! -name '*_avx2.c' ! -name '*_avx512.c' | sort)

rm -rf "$build/objects"
mkdir -p "$build/objects"
export build flags
# shellcheck disable=SC2016
echo "$sources" | xargs -P "$jobs" -n 1 sh -c 'clang --target=wasm32-wasi -msimd128 $flags -c "$1" -o "$build/objects/$(echo "$1" | tr / _).o" ||
  echo "FAILED to compile $1 for WebAssembly"' sh
passed=$(find "$build/objects" -name '*.o' | wc -l)
failed=$(($(echo "$sources" | wc -l) - passed))
echo "$passed files compiled to WebAssembly"

if [ $failed != 0 ]; then
  echo "$passed passed, $failed failed"
  exit 1
fi

run_both() {
  # shellcheck disable=SC2086
  clang --target=wasm32-wasi -msimd128 $flags -Wl,-z,stack-size=1048576 -o "$build/hash.wasm" cmake/wasm/hash*.c \
    "$build"/objects/*.o -lm &&
    cc -pthread -o "$build/hash" cmake/wasm/hash*.c "$native" -Iinclude -lm &&
    "$build/hash" >"$build/native.txt" &&
    node --no-warnings cmake/wasm/run.mjs "$build/hash.wasm" >"$build/wasm.txt" &&
    cat "$build/native.txt" && diff "$build/native.txt" "$build/wasm.txt"
}

# The native library as it is shipped, with the instruction sets this machine has.
native=build/release/libwayfield.a
if [ $# -gt 1 ]; then
  native=$2
else
  cmake --preset release --log-level=WARNING && cmake --build build/release --target wayfield || exit 1
fi
if run_both; then
  passed=$((passed + 1))
  echo "WebAssembly and native give the same bits"
else
  failed=$((failed + 1))
  echo "FAILED: WebAssembly and native differ, or one of them does not run"
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
