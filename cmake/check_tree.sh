#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Wayfield authors
# SPDX-License-Identifier: MIT

# The rules of the tree that no compiler knows: includes point down only, the core asks for nothing but the C library, results do
# not come from libm's transcendental functions, every file says its licence, no file names a developer's machine.
set -u
cd "$(dirname "$0")/.." || exit 2
passed=0 failed=0
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
  git ls-files --cached --others --exclude-standard >"$work/listed"
else
  find . -name .git -prune -o -name build -prune -o -name out -prune -o -type f -print | sed 's:^\./::' >"$work/listed"
fi
while read -r file; do
  [ ! -f "$file" ] || echo "$file"
done <"$work/listed" | sort >"$work/files"

# What was written to $work/found breaks the rule.
rule() { # text
  if [ -s "$work/found" ]; then
    failed=$((failed + 1))
    echo "FAILED: $1"
    sed 's/^/    /' "$work/found" | head -n 40
  else
    passed=$((passed + 1))
    echo "ok: $1"
  fi
}

# Comments and strings replaced by blanks, lines kept, "file:line:text" printed.
code_of() {
  for file in "$@"; do
    awk -v file="$file" '{
      line = $0
      gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
      out = ""
      while (line != "") {
        if (inside) {
          i = index(line, "*/")
          if (i == 0) { line = ""; break }
          line = substr(line, i + 2); inside = 0
        } else {
          i = index(line, "/*"); j = index(line, "//")
          if (j > 0 && (i == 0 || j < i)) { out = out substr(line, 1, j - 1); line = "" }
          else if (i > 0) { out = out substr(line, 1, i - 1); line = substr(line, i + 2); inside = 1 }
          else { out = out line; line = "" }
        }
      }
      print file ":" NR ":" out
    }' "$file"
  done
}

# Each module may include those named after it.
check_layer() { # module allowed...
  module=$1
  shift
  allowed="$module $*"
  grep "^src/$module/.*\.[ch]\$" "$work/files" | while read -r file; do
    sed -n 's/^[ \t]*#[ \t]*include[ \t]*"\([^"]*\)".*/\1/p' "$file" | while read -r included; do
      case $included in
      wayfield/planner.h) part=sparse ;;
      wayfield/formation.h | wayfield/strokes.h) part=group ;;
      wayfield/groups.h | wayfield/explorers.h) part=crowd ;;
      wayfield/orders.h) part=io ;;
      wayfield/*) part=$(basename "$included" .h) ;;
      */*) part=${included%%/*} ;;
      *) part=$module ;; # beside the file itself
      esac
      case " $allowed " in
      *" $part "*) ;;
      *) echo "$file includes \"$included\"" ;;
      esac
    done
  done
}

{
  check_layer base
  check_layer world base
  check_layer sparse base
  check_layer mesh base world
  check_layer field base world sparse
  check_layer surface base world sparse mesh field
  check_layer footsteps base world
  check_layer ground base world sparse mesh field surface
  check_layer group base
  check_layer explore base world sparse mesh field surface ground group
  check_layer crowd base world sparse mesh field surface footsteps ground group explore
  core="base world sparse mesh field surface footsteps ground group explore crowd"
  # shellcheck disable=SC2086
  {
    check_layer io $core
    check_layer record $core io
    check_layer metrics $core io record
    check_layer animate $core io record
    check_layer picture $core io record metrics
  }
  for folder in src/*/; do
    case $(basename "$folder") in
    base | world | sparse | mesh | field | surface | footsteps | ground | group | explore | crowd | io | record | metrics | animate | picture) ;;
    *) echo "$folder has no place among the layers" ;;
    esac
  done
} >"$work/found"
rule "includes point down: base, world and sparse, mesh, field, surface, footsteps, ground, group, explore, crowd, io, record, metrics, animate, picture"

grep '^apps/.*\.[ch]$' "$work/files" | xargs grep -n -H -E '^[ \t]*#[ \t]*include[ \t]*"(\.\./)*(src/|world/|sparse/|mesh/|field/|surface/|footsteps/|ground/|group/|explore/|crowd/|io/|record/|metrics/|animate/|picture/)' \
  >"$work/found" 2>/dev/null
rule "apps use the public headers and the toolbox of src/base alone (the lab may look inside)"

grep '^include/.*\.h$' "$work/files" | xargs grep -n -H -E '^[ \t]*#[ \t]*include' |
  grep -v -E 'include[ \t]*("wayfield/[a-z]+\.h"|<(stdbool|stddef|stdint)\.h>)' >"$work/found"
rule "public headers include each other and the C library's types only"

core=$(grep -E '^src/(base|world|sparse|mesh|field|surface|footsteps|ground|group|explore|crowd)/.*\.[ch]$' "$work/files")
# shellcheck disable=SC2086
grep -n -H -E '^[ \t]*#[ \t]*include[ \t]*<' $core /dev/null | grep -v -E \
  '<(assert|errno|fenv|float|inttypes|limits|locale|malloc|math|pthread|sched|stdalign|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib|string|time|unistd|(arm_neon|emmintrin|immintrin|smmintrin|wasm_simd128|xmmintrin|cpuid|sys/auxv|windows))(\.h)?>' \
  >"$work/found"
rule "the core includes the C library and intrinsics only"

# shellcheck disable=SC2086
code_of $core | grep -E \
  '(^|[^A-Za-z0-9_])(sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|exp2|expm1|log|log2|log10|log1p|pow|cbrt|hypot|tgamma|lgamma|fma)[fl]?[ \t]*\(' \
  >"$work/found"
rule "the core calls none of libm's transcendental functions, whose last bits differ between machines"

# shellcheck disable=SC2086
code_of $core | grep -E '(^|[^A-Za-z0-9_])(malloc|calloc|realloc|strdup|aligned_alloc|posix_memalign)[ \t]*\(' |
  grep -v '^src/base/' >"$work/found"
rule "the core allocates through its hook"

# One name, one meaning.
grep -E '^(src|apps|lab)/.*\.[ch]$' "$work/files" | xargs grep -H -E '^(\}[ \t]*wf[A-Za-z0-9_]+;|struct wf[A-Za-z0-9]+)$' |
  sed -E 's/^([^:]*):(\}[ \t]*|struct )(wf[A-Za-z0-9_]+);?$/\3 \1/' | sort -u |
  awk '{ count[$1] += 1; files[$1] = files[$1] " " $2 }
    END { for (name in count) if (count[name] > 1) print name " is defined in" files[name] }' >"$work/found"
rule "no two internal types have the same name"

grep -E '(\.[ch]|\.cmake|\.cmake\.in|\.sh|\.js|\.mjs|\.py|CMakeLists\.txt|^dev|^\.ci/run)$' "$work/files" | while read -r file; do
  head -n 4 "$file" | grep -q 'SPDX-License-Identifier: MIT' && head -n 4 "$file" | grep -q 'SPDX-FileCopyrightText:' || echo "$file"
done >"$work/found"
rule "every source file starts with its copyright and licence"

# The expressions are split so that they do not find themselves.
grep -v '^fuzz/corpus/' "$work/files" | xargs grep -n -I -H -E \
  "(^|[^A-Za-z0-9_.\$}])/(home|Users|root|work|mnt|media)/[A-Za-z0-9_.-]|[A-Z]:[\\\\/]Users[\\\\/]" >"$work/found" 2>/dev/null
rule "no file names a folder of a developer's machine"

grep -v '^fuzz/corpus/' "$work/files" | xargs grep -n -I -H -E "^(<<<<<<<|>>>>>>>) |TO""DO|FIX""ME" >"$work/found" 2>/dev/null
rule "no conflict marks, nothing left to do"

grep -v -E '^(fuzz/corpus|docs|tests|scenarios)/' "$work/files" | while read -r file; do
  size=$(wc -c <"$file")
  [ "$size" -le 400000 ] || echo "$file: $size bytes"
done >"$work/found"
rule "no large files outside of docs, tests, scenarios and the corpus"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
