#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Wayfield authors
# SPDX-License-Identifier: MIT

# Runs tests of Node's own runner and ends with `N passed, N failed`: count_tests.sh FILE...
set -u
log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
node --test --test-reporter=tap "$@" >"$log" 2>&1
code=$?
# A file is a test of its own in some versions of Node: only what stands in it is counted.
grep -E '^ *(not ok|# Subtest:)|^ *(error|location|code|expected|actual|stack):|^    +at ' "$log"
passed=$(sed -n 's/^# pass \([0-9]*\)$/\1/p' "$log" | tail -n 1)
failed=$(sed -n 's/^# fail \([0-9]*\)$/\1/p' "$log" | tail -n 1)
cancelled=$(sed -n 's/^# cancelled \([0-9]*\)$/\1/p' "$log" | tail -n 1)
failed=$((${failed:-1} + ${cancelled:-0}))
if [ "$code" != 0 ] && [ "$failed" = 0 ]; then
  failed=1
  cat "$log"
fi
echo "${passed:-0} passed, $failed failed"
[ "$failed" = 0 ]
