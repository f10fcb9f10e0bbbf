#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Wayfield authors
# SPDX-License-Identifier: MIT

# Counts the instructions of one fixed run for each of the four areas that `bench` measures. Unlike seconds, instructions do not
# depend on what else the machine does: a change of more than a percent is a change of the program. Needs valgrind.
#
#   lab/count_instructions.sh PROGRAM_DIR [AREA ...]     AREA: crowd, fields, footsteps or surfaces; all of them when not given
#
# Prints a line with name and count for each. lab/instructions_before.txt has the counts before the tree was restructured.
# One thread and AVX2, so that the same code runs on every machine that has it.
set -u
[ $# -ge 1 ] || {
  echo "usage: lab/count_instructions.sh PROGRAM_DIR [AREA ...]" >&2
  exit 2
}
program=$(cd "$1" && pwd)/wayfield || exit 2
shift
cd "$(dirname "$0")/.." || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' INT TERM

# A thousand agents on a ring; a building in cells of 6 cm; a corridor in both directions on foot; a torus with obstacles.
command_of() { # area
  case $1 in
  crowd) echo "run annulus --agents 1000 --seconds 60 --quiet" ;;
  fields) echo "plan scenarios/building.json --to east --cell 0.06 --out $work/paths.csv" ;;
  footsteps) echo "run corridor --agents 200 --footsteps --seconds 30 --quiet" ;;
  surfaces) echo "surface torus --detail 50000 --goal 0 --random 200 --discs 40 --out-paths $work/paths.csv" ;;
  *)
    echo "count_instructions.sh: there is no area '$1'; expected crowd, fields, footsteps or surfaces" >&2
    exit 2
    ;;
  esac
}

for area in "${@:-crowd fields footsteps surfaces}"; do
  for name in $area; do
    command=$(command_of "$name") || exit 2
    # shellcheck disable=SC2086 # the words of the command
    valgrind --tool=callgrind --callgrind-out-file="$work/out" "$program" $command --threads 1 --simd avx2 >/dev/null 2>"$work/log"
    count=$(sed -n 's/^==[0-9]*== Collected : \([0-9]*\).*/\1/p' "$work/log")
    if [ -z "$count" ]; then
      cat "$work/log" >&2
      exit 1
    fi
    echo "$name $count"
  done
done
