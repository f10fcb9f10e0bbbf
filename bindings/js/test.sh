#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Wayfield authors
# SPDX-License-Identifier: MIT

# Builds the package `wayfield` and tests it in Node, its results against those of the native program in build/release.
set -u
cd "$(dirname "$0")/../.." || exit 2

sh bindings/js/build.sh || exit 1
native=build/js/native
# shellcheck disable=SC2046
cc -std=c17 -O0 -ffp-contract=off -fno-math-errno -D_POSIX_C_SOURCE=200809L -Iinclude -I. -Isrc -Ibindings/js -o $native bindings/js/test/native.c scenes/*.c \
  build/release/libwayfield-io.a build/release/libwayfield.a $(pkg-config --libs libpng cairo sqlite3 geos) -pthread -lm || exit 1

sh studio/count_tests.sh bindings/js/test/*.test.mjs
