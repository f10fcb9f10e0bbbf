#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Wayfield authors
# SPDX-License-Identifier: MIT

# The package `wayfield` in Node, the page's logic, and the page in a browser: test.sh [BROWSER]. What cannot be had is skipped
# and said.
set -u
cd "$(dirname "$0")/.." || exit 2

sh bindings/js/test.sh
failed=$?
if ! sh studio/build.sh; then
  if [ -d studio/node_modules/esbuild ]; then
    echo "FAILED: the page does not build"
    exit 1
  fi
  echo "skipped: the page, because npm cannot install what it is made with"
  echo "0 passed, 0 failed, 1 skipped"
  exit $failed
fi

cd studio || exit 2
if node_modules/.bin/tsc --noEmit && node_modules/.bin/tsc -p ../replay/tsconfig.json; then
  echo "1 passed, 0 failed"
else
  echo "FAILED: types"
  echo "0 passed, 1 failed"
  failed=1
fi
if grep -n -E '"resolved"|registry' package-lock.json; then
  echo "FAILED: the lock file names a registry"
  echo "0 passed, 1 failed"
  failed=1
fi
sh count_tests.sh test/model.test.mjs test/command.test.mjs || failed=1

if [ -z "${1:-}" ]; then
  echo "skipped: the page in a browser, because there is no chromium"
  echo "0 passed, 0 failed, 1 skipped"
else
  # Side by side: most of the time a page waits for something.
  export WAYFIELD_CHROMIUM="$1"
  sh count_tests.sh test/page_scenes.test.mjs test/replay.test.mjs test/recording.test.mjs test/walkers.test.mjs test/exports.test.mjs test/flow.test.mjs &
  scenes=$!
  sh count_tests.sh test/page.test.mjs test/page_command.test.mjs || failed=1
  wait $scenes || failed=1
fi
exit $failed
