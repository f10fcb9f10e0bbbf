#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Wayfield authors
# SPDX-License-Identifier: MIT

# Installs the static and the shared build, moves the folder they were installed to, and builds blank programs against it in a folder
# outside of the tree: with CMake, with pkg-config, with every public header alone, and with the sources embedded.
# usage: run.sh SOURCE-FOLDER STATIC-BUILD SHARED-BUILD
set -u
source=$(cd "$1" && pwd) || exit 2
static_build=$(cd "$2" && pwd) || exit 2
shared_build=$(cd "$3" && pwd) || exit 2
cc=${CC:-cc}
passed=0 failed=0
version=$(sed -n 's/^#define WF_VERSION_[A-Z]* \([0-9]*\)$/\1/p' "$source/include/wayfield/base.h" | paste -s -d .)
abi=${version%.*}

work=$(mktemp -d "${TMPDIR:-/tmp}/wayfield-package.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
cp -R "$source/tests/package" "$work/package"

check() { # what command...
  what=$1
  shift
  if "$@" >"$work/output" 2>&1; then
    passed=$((passed + 1))
    echo "ok    $what"
  else
    failed=$((failed + 1))
    echo "FAILED $what: $*"
    sed 's/^/    /' "$work/output"
  fi
}

install_moved() { # build kind
  cmake --install "$1" --prefix "$work/first/$2" && mkdir -p "$work/moved" && mv "$work/first/$2" "$work/moved/$2"
}

find_with_cmake() { # kind
  cmake -S "$work/package/find" -B "$work/find-$1" -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$work/moved/$1" \
    -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF -DWANTED="$abi" && cmake --build "$work/find-$1"
}

find_with_pkg_config() { # kind
  export PKG_CONFIG_PATH="$libraries/pkgconfig"
  # shellcheck disable=SC2046
  mkdir -p "$work/pc-$1" &&
    $cc -std=c17 -Wall -Wextra -Werror -o "$work/pc-$1/blank" "$work/package/blank.c" \
      $(pkg-config --cflags --libs wayfield) &&
    $cc -std=c17 -Wall -Wextra -Werror -o "$work/pc-$1/blank_io" "$work/package/blank_io.c" \
      $(pkg-config --cflags --libs wayfield-io)
}

has_version() {
  [ "$(PKG_CONFIG_PATH="$libraries/pkgconfig" pkg-config --modversion wayfield)" = "$version" ]
}

run() { # program arguments...
  LD_LIBRARY_PATH="$libraries" "$@"
}

draws() { # program
  rm -f "$work/picture.svg"
  run "$1" "$work/picture.svg" && grep -q '<svg' "$work/picture.svg"
}

needs_only() { # library, allowed names as an extended expression
  [ -f "$1" ] || return 1
  readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' >"$work/needed"
  echo "needs: $(paste -s -d ' ' "$work/needed")"
  ! grep -v -E "^($2)(\.so\..*)?$" "$work/needed"
}

is_linked_to() { # program library
  [ -f "$1" ] && readelf -d "$1" | grep -q "NEEDED.*$2"
}

is_not_linked_to() {
  [ -f "$1" ] && ! is_linked_to "$@"
}

embed() {
  cmake -S "$work/package/embed" -B "$work/embedded" -DWAYFIELD_SOURCE="$source" -DCMAKE_BUILD_TYPE=Debug &&
    cmake --build "$work/embedded" -j 2
}

is_clean_of_paths() { # prefix: what was installed must not remember where it was built
  ! grep -r -l -F -e "$source/" -e "$work/first" "$1" --include=*.cmake --include=*.pc --include=*.h
}

for kind in static shared; do
  build=$static_build
  [ $kind = static ] || build=$shared_build
  check "$kind: install" install_moved "$build" $kind
  libraries=$(dirname "$(find "$work/moved/$kind" -name pkgconfig -type d | head -n 1)")
  check "$kind: nothing installed names the build's folders" is_clean_of_paths "$work/moved/$kind"
  check "$kind: CMake package" find_with_cmake $kind
  check "$kind: CMake package, core program runs" run "$work/find-$kind/blank"
  check "$kind: CMake package, io program draws" draws "$work/find-$kind/blank_io"
  check "$kind: pkg-config" find_with_pkg_config $kind
  check "$kind: pkg-config version" has_version
  check "$kind: pkg-config, core program runs" run "$work/pc-$kind/blank"
  check "$kind: pkg-config, io program draws" draws "$work/pc-$kind/blank_io"
  check "$kind: installed program runs" "$work/moved/$kind/bin/wayfield" --help
done

check "static: program needs no wayfield library" is_not_linked_to "$work/pc-static/blank" libwayfield
check "static: core program needs libc and libm only" needs_only "$work/pc-static/blank" 'libc|libm|libpthread|ld-linux.*'
check "shared: program needs the library by its soname" is_linked_to "$work/pc-shared/blank" "libwayfield\.so\.$abi\]"
check "shared: core needs libc and libm only" needs_only "$libraries/libwayfield.so" 'libc|libm|libpthread|ld-linux.*'

for header in "$work"/moved/static/include/wayfield/*.h; do
  name=$(basename "$header")
  # Twice, so that a header without a guard is seen.
  printf '#include <wayfield/%s>\n#include <wayfield/%s>\n' "$name" "$name" >"$work/alone.c"
  check "header $name alone, C17" "$cc" -std=c17 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -I "$work/moved/static/include" \
    "$work/alone.c"
  if command -v c++ >/dev/null 2>&1; then
    check "header $name alone, C++17" c++ -std=c++17 -fsyntax-only -Wall -Wextra -Werror -I "$work/moved/static/include" \
      -x c++ "$work/alone.c"
  fi
done

check "embedded: build" embed
check "embedded: program runs" "$work/embedded/blank"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
