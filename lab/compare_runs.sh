#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Wayfield authors
# SPDX-License-Identifier: MIT

# Shows that a change of the code does not change what the program does. It records a fixed list of runs (lab/runs/list.txt) with
# one build, and with another one later, and compares the two records.
#
#   lab/compare_runs.sh record PROGRAM_DIR OUT_DIR [PATTERN]    runs the list with the programs of PROGRAM_DIR: `wayfield`, and
#                                                              `wayfield-lab` for benchmarks, experiments and SteerBench where
#                                                              there is one. PATTERN, as 'feet-*', takes a part of the list
#   lab/compare_runs.sh compare BEFORE AFTER [PART ...]         a line for each run: equal, or the parts that differ; `N equal,
#                                                              N differ` at the end, exit code 1 where something differs.
#                                                              BEFORE and AFTER are such folders, or summaries
#
# OUT_DIR gets `summary.txt` with a line for each run, `runs/NAME.txt` with its commands, figures, messages and the hash of each
# file it wrote, and `files/` with these files. All results are there to be compared by hand with `diff`.
#
# The columns of the summary are the parts to compare, each a hash or `-` where there is nothing. Without PART all are compared.
#   exit          the exit codes
#   trajectories  where everybody went: recordings as text (six decimals), footsteps and paths (all digits)
#   recordings    .sqlite: positions with all digits, but also the floor plan and its hash; depends on the version of SQLite
#   figures       what was printed, without times, memory, threads and instruction set
#   files         pictures, meshes and animations; they depend on the versions of cairo, libpng and zlib, too
#   messages      errors and warnings
#   state         `state_hash`, a hash of the crowd's own structs: changes when these do, though everybody walks the same ways
#   internal      memory and checkpoints: the same
# `arrived`, `t95` and `overlaps` are there to read.
#
# WAYFIELD_DATA names the folder with maps, meshes and recordings that are not ours; runs that need it are skipped where there is
# none. When not set, ../shared/data and ../../shared/data are looked for. Nothing but a shell and coreutils, sed and awk is needed.
set -u
LC_ALL=C
export LC_ALL
unset WAYFIELD_SCENARIOS NO_COLOR

usage() {
  echo "usage: lab/compare_runs.sh record PROGRAM_DIR OUT_DIR [PATTERN]" >&2
  echo "       lab/compare_runs.sh compare BEFORE AFTER [PART ...]" >&2
  exit 2
}

fail() {
  echo "compare_runs.sh: $1" >&2
  exit 2
}

# ---------------------------------------------------------------------------------------------------------------- record

# What depends on the clock or on the machine is taken out of standard output: of JSON by key, of text by line.
clean() {
  sed -E \
    -e '/^ *"seconds": \{$/,/^ *\},?$/d' \
    -e 's/"(seconds|profile)": \{[^{}]*\},?//g' \
    -e 's/"(wall_seconds|setup_seconds|total_seconds|us_per_[a-z0-9_]*|ms_per_[a-z0-9_]*|threads|simd|state_hash|[a-z_]*bytes)": [^],}]*,?//g' \
    -e '/^(cost|memory|time in|time|state)  +/d; /^on f[eo][eo]t cost /d; s/, [0-9.]+ ms each \(95 % within [0-9.]+ ms\)//' \
    -e 's/ in [0-9.]+ s \([0-9.]+ times as fast as real time\)//; s/; prepared in [0-9.]+ s$//' \
    -e 's/, [0-9.]+ MB( \(estimated [0-9.]+ MB\))?//; s/, [0-9.]+ s$//' \
    -e 's/  +[0-9.]+ ms//g; s/  \([0-9.]+ s\)$//' \
    -e '/^ *,?$/d'
}

# Experiments and benchmarks measure times, among much that does not depend on them.
clean_timed() { # name
  case $1 in
  experiment-*) sed -E -e 's/^ *"seconds": [0-9.e-]*,?$//' ;;
  bench-*) sed -E -e '/"unit": "(us|ms|s|times|1\/s|bytes)"/d' -e '/"characters in real time/d' \
    -e 's/"(reference_seconds|seconds|ratio|held|reference_complete)": [^,}]*,?//g' ;;
  *) cat ;;
  esac | case $1 in
  experiment-F3) sed -E '/"unit": "s"/d' ;;
  experiment-C13) sed -E -e '/"claim": /d' -e 's/"value": [^,]*, //' -e '/"(held|failed)":/d' ;;
  experiment-S6) sed -E -e '/"claim": /d' -e 's/"value": [^,]*, "unit": "ms"//' -e '/"(held|failed)":/d' ;;
  experiment-W3 | experiment-W5) sed -E -e '/"unit": "(ms|us)"/d' -e '/"claim": "realTime"/d' -e '/"(held|failed)": [a-z0-9]*,?$/d' ;;
  *) cat ;;
  esac
}

# The part of the record a file belongs to.
part_of() { # file
  case $1 in
  */report.json) echo figures ;;
  *.sqlite) echo recordings ;;
  *.csv | *.txt | *.json | */paths.obj | */paths.ply) echo trajectories ;;
  *.bin) echo internal ;;
  *.mp4) echo skipped ;; # the encoder's business
  *) echo files ;;
  esac
}

short_hash() {
  sha256sum | cut -c 1-16
}

hash_files() { # name part
  [ -d "$files/$1" ] || return 0
  (cd "$files" && find "$1" -type f | sort) | while read -r file; do
    [ "$(part_of "$file")" = "$2" ] || continue
    case $file in
    *.json) hash=$(clean <"$files/$file" | short_hash) ;; # the report has times in it
    *) hash=$(short_hash <"$files/$file") ;;
    esac
    echo "$hash ${file#"$1"/}"
  done
}

# Runs one command of a run; what it prints is added to the run's texts in $work.
run_command() { # name command
  mkdir -p "$files/$1"
  program=$programs/wayfield
  data_variable=data
  case $2 in
  bench* | experiments* | steerbench*) [ ! -x "$programs/wayfield-lab" ] || program=$programs/wayfield-lab ;;
  esac
  case $2 in
  bench*) data_variable= ;; # on generated maps
  esac
  echo "$ wayfield $2" >>"$work/commands"
  (
    cd "$files" || exit 126
    set -f
    # shellcheck disable=SC2046 # the words of the command
    WAYFIELD_DATA=$data_variable timeout 300 "$program" $(echo "$2" | sed "s:@:$1/:g") >"$work/out" 2>"$work/err" </dev/null
  )
  code=$?
  case $1 in
  experiment-C13 | experiment-S6 | experiment-W5 | bench-*) code=- ;;
  esac
  echo "$code" >>"$work/exit"
  clean <"$work/out" | clean_timed "$1" >>"$work/figures"
  sed 's/wayfield-lab/wayfield/g' "$work/err" >>"$work/messages"
  grep -o '"state_hash": "[^"]*"' "$work/out" | cut -d '"' -f 4 >>"$work/state"
  case $1 in
  bench-*) ;;
  *) grep -o -E '"[a-z_]*bytes": [^],}]*' "$work/out" >>"$work/internal" ;;
  esac
}

figure() { # key
  sed -n -E "s/^ *\"$1\": ([^,]*),?\$/\1/p" "$work/figures" | tail -n 1
}

# Ends a run: its text, and its line of the summary.
finish_run() { # name
  line=$1
  {
    cat "$work/commands"
    for part in exit trajectories recordings figures files messages state internal; do
      [ "$part" = state ] || hash_files "$1" "$part" >>"$work/$part"
      column=-
      if [ -s "$work/$part" ]; then
        echo
        echo "== $part"
        cat "$work/$part"
        case $part in
        exit) column=$(paste -s -d, "$work/exit") ;;
        state) column=$(tail -n 1 "$work/state") ;;
        *) column=$(short_hash <"$work/$part") ;;
        esac
      fi
      line="$line $column"
    done
  } >"$out/runs/$1.txt"
  arrived=$(figure arrived) late=$(figure arrived_95_seconds) overlaps=$(figure overlaps)
  echo "$line ${arrived:--} ${late:--} ${overlaps:--}" >>"$out/summary.txt"
  rm -f "$work"/*
}

# Two runs of the summary that have to be the same.
check_same() { # "A B" parts
  awk -v names="$1" -v parts="$2" '
    /^# name/ { for (i = 2; i <= NF; i++) column[$i] = i - 1 }
    { row[$1] = $0 }
    END {
      split(names, name, " ")
      if (!(name[1] in row) || !(name[2] in row)) exit
      split(row[name[1]], a, " "); split(row[name[2]], b, " ")
      count = split(parts, part, " ")
      for (i = 1; i <= count; i++) if (a[column[part[i]]] != b[column[part[i]]]) differ = differ " " part[i]
      print "same:" name[1] "=" name[2], (differ == "" ? "yes" : "NO:" differ)
    }' "$out/summary.txt" >"$work/same"
  cat "$work/same" >>"$out/summary.txt"
  grep 'NO:' "$work/same" >&2
  rm -f "$work/same"
}

# The folder the commands run in: links to what they read, so that no message names a folder of this machine.
make_files() {
  files=$out/files
  mkdir -p "$files/bad" "$out/runs"
  ln -s "$root/scenarios" "$files/scenarios"
  ln -s "$root/lab/runs" "$files/inputs"
  data=${WAYFIELD_DATA:-}
  for folder in "$root/../shared/data" "$root/../../shared/data"; do
    [ -n "$data" ] || [ ! -d "$folder" ] || data=$folder
  done
  has_data=false
  if [ -n "$data" ] && [ -d "$data" ]; then
    has_data=true
    ln -s "$(cd "$data" && pwd)" "$files/data"
  fi
  plane='{ "version": 1, "world": { "size": [20, 10], "obstacles": [{ "type": "box", "bounds": [10, 0, 11, 10] }] },\\n "goals": [{ "type": "point", "name": "left", "point": [1, 5] }, { "type": "point", "name": "right", "point": [19, 5] }],\\n'
  ball='{ "version": 1, "mesh": { "surface": "sphere", "size": 10 },\\n "goals": [{ "name": "pole", "point": [0, 0, 5] }],\\n'
  grep -v '^#' "$root/lab/runs/bad_inputs.txt" | sed -e "s|@PLANE|$plane|; s|@BALL|$ball|" | while read -r name content; do
    printf '%b' "$content" >"$files/bad/$name"
  done
}

record() {
  programs=$(cd "$1" && pwd) || exit 2
  [ -x "$programs/wayfield" ] || fail "there is no program $1/wayfield"
  [ ! -e "$2" ] || fail "$2 is there already"
  mkdir -p "$2" || exit 2
  out=$(cd "$2" && pwd)
  pattern=$3
  make_files
  {
    echo "# runs: $pattern"
    echo "# name exit trajectories recordings figures files messages state internal arrived t95 overlaps"
  } >"$out/summary.txt"
  current=
  while IFS= read -r line; do
    case $line in
    '' | '#'*) continue ;;
    esac
    name=${line%%:*} command=${line#*:} command=${command# }
    # shellcheck disable=SC2254 # a pattern
    case $name in
    "same "*) ;;
    $pattern) ;;
    *) continue ;;
    esac
    [ "$name" = "$current" ] || [ -z "$current" ] || finish_run "$current"
    current=
    case "$name $command" in
    "same "*)
      check_same "${name#same }" "$command"
      continue
      ;;
    *data/* | experiment-C14*)
      if ! $has_data; then
        grep -q "^$name skipped" "$out/summary.txt" || echo "$name skipped" >>"$out/summary.txt"
        continue
      fi
      ;;
    esac
    current=$name
    run_command "$name" "$command"
  done <"$root/lab/runs/list.txt"
  [ -z "$current" ] || finish_run "$current"
  $has_data || echo "no data: runs that need it were skipped; WAYFIELD_DATA names the folder"
  awk '/^#/ { next } /^same:/ { if ($2 == "yes") same++; else { print; other++ } next } $2 == "skipped" { skipped++; next } { runs++ }
    END { printf "%d runs recorded, %d skipped; of pairs that have to be the same %d are, %d are not\n", runs, skipped, same, other }' \
    "$out/summary.txt"
}

# --------------------------------------------------------------------------------------------------------------- compare

# What differs inside of a part, where both records are whole: names of files and keys of figures.
details() { # name
  [ -d "$before" ] && [ -d "$after" ] || return 0
  [ -f "$before/runs/$1.txt" ] && [ -f "$after/runs/$1.txt" ] || return 0
  diff "$before/runs/$1.txt" "$after/runs/$1.txt" | sed -n -E 's/^[<>] +"([a-z_0-9]+)": .*/\1/p; s/^[<>] [0-9a-f]{16} (.*)/\1/p' |
    sort -u | head -n 8 | paste -s -d ' ' | sed 's/./ (&/; s/$/)/; s/^)$//'
}

compare() {
  before=$1 after=$2
  shift 2
  one=$before two=$after
  [ ! -d "$one" ] || one=$one/summary.txt
  [ ! -d "$two" ] || two=$two/summary.txt
  [ -f "$one" ] || fail "there is no record $one"
  [ -f "$two" ] || fail "there is no record $two"
  parts=${*:-exit trajectories recordings figures files messages state internal}
  for part in $parts; do
    case $part in
    exit | trajectories | recordings | figures | files | messages | state | internal) ;;
    *) fail "there is no part $part; expected exit, trajectories, recordings, figures, files, messages, state, internal" ;;
    esac
  done
  awk -v parts="$parts" '
    FNR == 1 { file++ }
    /^# runs: / { if ($3 != "*") partial = 1; next }
    /^# name/ { for (i = 2; i <= NF; i++) column[$i] = i - 1; next }
    { if (file == 1) { old[$1] = $0; order[++count] = $1 } else { new[$1] = $0; if (!($1 in old)) order[++count] = $1 } }
    END {
      total = split(parts, part, " ")
      for (i = 1; i <= count; i++) {
        name = order[i]
        if (!(name in old) || !(name in new)) {
          if (!partial) print name, "differ only-in-" ((name in old) ? "before" : "after")
          continue
        }
        split(old[name], a, " "); split(new[name], b, " ")
        if (a[2] == "skipped" || b[2] == "skipped") { print name, "skipped"; continue }
        if (name ~ /^same:/) { print name, (old[name] == new[name] ? "equal" : "differ not-the-same-any-more"); continue }
        differ = ""
        for (j = 1; j <= total; j++) if (a[column[part[j]]] != b[column[part[j]]]) differ = differ " " part[j]
        print name, (differ == "" ? "equal" : "differ" differ)
      }
    }' "$one" "$two" >"$work/result"
  while read -r name result rest; do
    case $result in
    differ) echo "$name: $rest$(details "$name")" ;;
    *) echo "$name: $result" ;;
    esac
  done <"$work/result"
  awk '{ n[$2]++ }
    END {
      if (n["skipped"]) printf "%d skipped\n", n["skipped"]
      printf "%d equal, %d differ\n", n["equal"], n["differ"]
      exit n["differ"] > 0
    }' "$work/result"
}

root=$(cd "$(dirname "$0")/.." && pwd) || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' INT TERM
[ $# -ge 3 ] || usage
case $1 in
record)
  [ $# -le 4 ] || usage
  record "$2" "$3" "${4:-*}"
  ;;
compare)
  shift
  compare "$@"
  ;;
*) usage ;;
esac
