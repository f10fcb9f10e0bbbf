#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Wayfield authors
# SPDX-License-Identifier: MIT

# Do README.md and the pages in docs/start tell the truth? Their commands are run and must print what stands below them, times aside;
# the C program of the README is compiled and run, and those in examples/; the files the pages link to are there.
# usage: readme_check.sh [BUILD-FOLDER], which has the program and the libraries (default: build/release)
set -u
cd "$(dirname "$0")/.." || exit 2
root=$(pwd)
build=${1:-build/release}
program=$root/$build/wayfield
passed=0 failed=0
work=$(mktemp -d "${TMPDIR:-/tmp}/wayfield-readme.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT

check() { # what command...
  what=$1
  shift
  if "$@" >"$work/log" 2>&1; then
    passed=$((passed + 1))
    echo "ok: $what"
  else
    failed=$((failed + 1))
    echo "FAILED: $what"
    sed 's/^/    /' "$work/log"
  fi
}

# Blocks of one kind, one after the other, with a line of dashes between.
blocks() { # kind [page]
  awk -v kind="$1" '
    inside && /^```/ { inside = 0; print "--------"; next }
    inside { print; next }
    $0 == "```" kind { inside = 1 }' "${2:-README.md}"
}

# Results are the same on every machine; times and memory are not, and blanks follow their width.
words() {
  sed -E '/cost|time in|simulated|prepared|threads| ms| MB| us /s/[-+]?[0-9][0-9,.]*(e[-+]?[0-9]+)?/N/g
    s/, [0-9.]+ s$/, N s/; s/[[:space:]]+/ /g; s/ $//'
}

run_command() { # the words of a command
  case $1 in
  ./dev)
    # The same as ./dev run, without building again.
    [ "$2" = run ] && "$program" run park --out out
    ;;
  wayfield)
    shift
    "$program" "$@"
    ;;
  first_crowd | first_group)
    "./$1"
    ;;
  *)
    echo "unknown command $1"
    false
    ;;
  esac
}

prints_the_same() { # command expected-file
  # shellcheck disable=SC2086
  (cd "$work" && run_command $1) >"$work/printed" 2>"$work/messages" || {
    cat "$work/printed" "$work/messages"
    return 1
  }
  words <"$2" >"$work/a"
  words <"$work/printed" | head -n "$(wc -l <"$work/a")" >"$work/b"
  diff "$work/a" "$work/b"
}

compile() { # source program
  libraries=$root/$build/libwayfield.a
  drawing=
  if grep -q wayfield/picture.h "$1"; then
    libraries="$root/$build/libwayfield-io.a $libraries"
    drawing="$(pkg-config --libs cairo libpng sqlite3 geos)"
  fi
  # shellcheck disable=SC2086
  cc -std=c17 -Wall -Wextra -Werror -I"$root/include" -o "$2" "$1" $libraries $drawing -lm -pthread
}

is_example() { # name
  sed 1,3d "examples/$1.c" | diff - "$work/$1.c"
}

# Whether each C block of a page stands in the example as it is; indentation aside.
has_all_blocks() { # page example
  whole=$(tr -s ' \t\n' ' ' <"$2")
  blocks c "$1" | tr -s ' \t\n' ' ' | sed 's/ *-------- */\n/g' >"$work/pieces"
  pieces=0
  while IFS= read -r piece; do
    [ -n "$piece" ] || continue
    case $whole in
    *"$piece"*) pieces=$((pieces + 1)) ;;
    *)
      echo "not in $2: $piece"
      return 1
      ;;
    esac
  done <"$work/pieces"
  [ $pieces -gt 0 ]
}

blocks c >"$work/first_crowd.c"
sed -i '/^--------$/d' "$work/first_crowd.c"
check "the C program of the README is examples/first_crowd.c" is_example first_crowd
check "it compiles without warnings" compile "$work/first_crowd.c" "$work/first_crowd"
check "docs/embedding.md shows what examples/embed.c has" has_all_blocks docs/embedding.md examples/embed.c
check "docs/start/games.md shows what examples/first_group.c has" has_all_blocks docs/start/games.md examples/first_group.c
check "examples/first_group.c compiles" compile examples/first_group.c "$work/first_group"
for example in examples/*.c; do
  check "$example compiles without warnings" compile "$example" "$work/example"
  check "$example runs" "$work/example"
done

ln -s "$root/scenarios" "$work/scenarios"
for page in README.md docs/start/*.md; do
  blocks console "$page"
done >"$work/console"
: >"$work/command"
while IFS= read -r line; do
  case $line in
  '$ '*)
    printf '%s' "${line#\$ }" >"$work/command"
    : >"$work/expected"
    ;;
  --------)
    [ -s "$work/command" ] && check "prints what it says: $(cat "$work/command")" prints_the_same "$(cat "$work/command")" "$work/expected"
    : >"$work/command"
    ;;
  *) printf '%s\n' "$line" >>"$work/expected" ;;
  esac
done <"$work/console"

for command in run test help; do
  check "./dev $command is a command" sh -c "./dev help | grep -q '^  $command '"
done
has_links() { # page
  grep -o ']([^)#]*' "$1" | sed 's/^](//' | grep -v -E '^(https?:|$)' | sort -u >"$work/links"
  while IFS= read -r link; do
    [ -e "$(dirname "$1")/$link" ] || echo "not there: $link"
  done <"$work/links" >"$work/missing"
  cat "$work/missing"
  [ ! -s "$work/missing" ]
}

for page in *.md docs/*.md docs/start/*.md; do
  check "what $page links to is there" has_links "$page"
done

echo "$passed passed, $failed failed"
[ $failed = 0 ]
