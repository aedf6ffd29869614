#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# In each language, for each family, `gkhost new` writes the files that its README
# names, with each name in its place, and a workflow that is YAML.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_unsanitized

# looks_whole NAME FILE...: the folder has these files and no other.
looks_whole ()
{
  local name=$1 file

  shift
  for file in "$@" Makefile README.md suite.ini .gitignore \
    .github/workflows/ci.yml; do
    printf '%s\n' "$file"
  done | sort >"$tmp/want"
  (cd "$name" && find . -type f | sed 's/^\.\///' | sort) >"$tmp/got"
  expect_status 0 diff "$tmp/want" "$tmp/got"
  if grep -r -e '@[A-Z_]*@' "$name"; then
    fail "a placeholder is left"
  fi
  grep -q "$name" "$name/README.md" || fail "the README does not name it"
  # shellcheck disable=SC2016
  sed -n 's/^| `\([^`]*\)` .*/\1/p' "$name/README.md" >"$tmp/named"
  while read -r file; do
    [ -f "$name/$file" ] || fail "the README names $file"
  done <"$tmp/named"
}

mkdir "$tmp/work"
cd "$tmp/work"
for lang in c c++ cuda python rust; do
  source=c
  case $lang in
    c++) source=cpp ;;
    cuda) source=cu ;;
  esac
  for family in copy transpose matmul matmul-square matmul-rect; do
    name=a-$family-${lang%++}$source
    expect_status 0 gkhost new "$family" "$name" --lang "$lang"
    case $lang in
      python) looks_whole "$name" "$name.py" ;;
      rust) looks_whole "$name" Cargo.toml src/lib.rs src/gkhost.rs ;;
      *) looks_whole "$name" CMakeLists.txt "$name.$source" ;;
    esac
  done
  # Of a family without templates there is a skeleton in C.
  if [ "$lang" = c ]; then
    for family in reduce scan; do
      expect_status 0 gkhost new "$family" "a-$family"
      looks_whole "a-$family" CMakeLists.txt "a-$family.c"
    done
  fi
  name=f${lang%++}$source
  expect_status 0 gkhost new --family my-own --lang "$lang" "$name"
  case $lang in
    python) looks_whole "$name" "$name.py" ;;
    rust) looks_whole "$name" Cargo.toml src/lib.rs src/gkhost.rs ;;
    *) looks_whole "$name" CMakeLists.txt "$name.$source" my-own.h ;;
  esac
done

if python3 -c 'import yaml' 2>/dev/null; then
  expect_status 0 python3 -c 'import sys, yaml
for workflow in sys.argv[1:]:
  steps = yaml.safe_load (open (workflow))["jobs"]["check"]["steps"]
  assert all ("uses" in s or "run" in s for s in steps), workflow' \
    ./*/.github/workflows/ci.yml
fi

# The templates are these, byte for byte.
sed 's/@NAME@/a-copy-cc/g; s/@FAMILY@/copy/g' "$top_srcdir/templates/c/Makefile" >"$tmp/want"
expect_status 0 cmp "$tmp/want" a-copy-cc/Makefile

# It is built and checked by a gkhost that is not installed, too.
if pkg-config --version >/dev/null 2>&1; then
  build=$(cd "$top_builddir" && pwd)
  # Two of the eleven types will do, but in .ci/nightly.
  few='-s *.dtype=f32,i8'
  ! all_trials || few=
  check=("$MAKE" -C a-copy-cc CC="$CC" GKHOST="gkhost $few" check)
  export PATH="$build:$PATH" PKG_CONFIG_PATH=$build PKG_CONFIG_LIBDIR=/nowhere
  expect_status 0 "${check[@]}"
  expect_grep ': sound: [0-9]* case' "$tmp/out"
  PKG_CONFIG_PATH=/nowhere expect_status 2 "${check[@]}"
  expect_grep 'not find gkhost: .*; of a gkhost that is built and not installed, '
fi
