#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Wayfield authors
# SPDX-License-Identifier: MIT

# A shared library exports exactly what the headers declare: the public ones with WF_API, those inside with WF_EDGE_API.
# usage: check_symbols.sh NM LIBRARY SOURCE-FOLDER core|io
set -u
nm=$1 library=$2 source=$3 part=$4

case $part in
core)
  public="$source/include/wayfield/base.h $source/include/wayfield/planner.h $source/include/wayfield/world.h $source/include/wayfield/field.h
    $source/include/wayfield/crowd.h $source/include/wayfield/mesh.h $source/include/wayfield/surface.h $source/include/wayfield/footsteps.h
    $source/include/wayfield/ground.h $source/include/wayfield/formation.h $source/include/wayfield/strokes.h $source/include/wayfield/groups.h
    $source/include/wayfield/explore.h $source/include/wayfield/explorers.h"
  inside="$source/src/base/*.h $source/src/world/*.h $source/src/sparse/*.h $source/src/field/*.h $source/src/crowd/*.h
    $source/src/mesh/*.h $source/src/surface/*.h $source/src/footsteps/*.h $source/src/ground/*.h $source/src/group/*.h $source/src/explore/*.h"
  ;;
io)
  public="$source/include/wayfield/io.h $source/include/wayfield/orders.h $source/include/wayfield/record.h $source/include/wayfield/metrics.h
    $source/include/wayfield/picture.h $source/include/wayfield/animate.h"
  inside=
  ;;
*)
  echo "check_symbols.sh: unknown part '$part'" >&2
  exit 2
  ;;
esac

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# Declarations may run over several lines: join them up to the semicolon, the name stands before the first parenthesis.
declared() {
  macro=$1
  shift
  cat "$@" | sed -e 's://.*$::' | grep -v '^#' | tr '\n\t' '  ' | tr ';{}' '[\n*]' |
    sed -n -e "s/^.*$macro  *\([^(]*[ *]\)\(wf[A-Za-z0-9_]*\) *(.*\$/\2/p"
}

"$nm" -D --defined-only "$library" | awk '{ sub(/@.*/, "", $3); print $3 }' | sort -u >"$work/exported"
# shellcheck disable=SC2086
declared WF_API $public | sort -u >"$work/public"
{
  cat "$work/public"
  # shellcheck disable=SC2086
  [ -z "$inside" ] || declared WF_EDGE_API $inside
} | sort -u >"$work/allowed"

failed=0
comm -23 "$work/exported" "$work/allowed" >"$work/extra"
comm -13 "$work/exported" "$work/public" >"$work/missing"
grep -v '^wf' "$work/exported" >"$work/foreign"
if [ ! -s "$work/exported" ] || [ ! -s "$work/public" ]; then
  echo "$library: nothing exported, or nothing declared"
  failed=1
fi
if [ -s "$work/foreign" ]; then
  echo "$library exports names without the prefix wf:"
  sed 's/^/  /' "$work/foreign"
  failed=1
fi
if [ -s "$work/extra" ]; then
  echo "$library exports what no header declares as WF_API or WF_EDGE_API:"
  sed 's/^/  /' "$work/extra"
  failed=1
fi
if [ -s "$work/missing" ]; then
  echo "$library lacks what the public headers declare:"
  sed 's/^/  /' "$work/missing"
  failed=1
fi
[ $failed = 1 ] || echo "$(wc -l <"$work/exported") symbols, as declared"
echo "$((1 - failed)) passed, $failed failed"
exit $failed
