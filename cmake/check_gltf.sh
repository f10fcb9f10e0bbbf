#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Wayfield authors
# SPDX-License-Identifier: MIT

# What `wayfield animate` writes as glTF passes the Khronos validator without errors and warnings. The validator comes from npm into
# the build folder, once; without node, npm or the network the check is skipped.
# usage: check_gltf.sh PROGRAM FOOTSTEPS BUILD-FOLDER
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 2
program=$1 footsteps=$2
mkdir -p "$3/gltf-validator" || exit 2
work=$(cd "$3/gltf-validator" && pwd)

skip() {
  echo "skipped: $1"
  echo "0 passed, 0 failed, 1 skipped"
  exit 0
}

command -v node >/dev/null 2>&1 || skip "node is not there"
if [ ! -d "$work/node_modules/gltf-validator" ]; then
  command -v npm >/dev/null 2>&1 || skip "npm is not there"
  (cd "$work" && npm install --no-audit --no-fund --fetch-retries=1 --fetch-timeout=30000 --prefix . gltf-validator@2.0.0-dev.3.10) >"$work/npm.txt" 2>&1 ||
    skip "npm could not install gltf-validator; see $work/npm.txt"
fi

passed=0 failed=0
check() { # name, further arguments
  name=$1
  shift
  if "$program" animate "$footsteps" --to "$work/$name" "$@" >/dev/null &&
    NODE_PATH="$work/node_modules" node "$here/check_gltf.cjs" "$work/$name"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $name $*"
  fi
}

check all.glb
check all.gltf
check part.glb --from 2 --until 6 --agents 2,1 --fps 12
check one.gltf --agents 5 --parabola --fps 60
echo "$passed passed, $failed failed"
[ $failed = 0 ]
