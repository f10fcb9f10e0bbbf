#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Wayfield authors
# SPDX-License-Identifier: MIT

# Builds the package `wayfield` and the page made of it: build/studio/studio.html, one file with everything inside.
set -eu
cd "$(dirname "$0")/.."
sh bindings/js/build.sh
cd studio
# As the lock file says, and only when it has changed.
if ! cmp -s package-lock.json node_modules/.installed; then
  npm ci --no-audit --no-fund --ignore-scripts
  cp package-lock.json node_modules/.installed
fi
mkdir -p ../build/studio
cmake -DFOLDER=../replay -DOUTPUT=../build/studio/replay.html -P ../cmake/replay_page.cmake
node build.mjs
