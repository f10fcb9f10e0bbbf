#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Wayfield authors
# SPDX-License-Identifier: MIT

# Builds the package `wayfield` into build/js/package: build.sh
set -eu
cd "$(dirname "$0")/../.."
if [ ! -f build/js/CMakeCache.txt ]; then
  if command -v ninja >/dev/null 2>&1; then
    CMAKE_GENERATOR=Ninja
    export CMAKE_GENERATOR
  fi
  cmake -S bindings/js -B build/js -DCMAKE_TOOLCHAIN_FILE="$(pwd)/bindings/js/wasm.cmake" --log-level=WARNING
fi
cmake --build build/js -j "${WAYFIELD_JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)}"
