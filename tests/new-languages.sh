#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What `gkhost new` writes builds without a warning in each language that there is a
# compiler for, for each family and as a family of its own; it is sound, and is timed
# beside another variant.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_unsanitized

install_for_plugins
cd "$tmp"

# shellcheck disable=SC2016 # this script's own
printf '#!/bin/sh\nexec gkhost "$@" -s "*.dtype=$types" --only "*-[1-$sizes]/*"\n' >few
chmod +x few

# write NAME ARG...: writes the plugin and makes it, as its README says, by the
# variables in ${build[@]}.
write ()
{
  local name=$1

  shift
  expect_status 0 gkhost new "$@" --lang "$lang"
  expect_grep "^$name/ has .* next: cd $name && make check && make run$" "$tmp/out"
  expect_status 0 env "${environment[@]}" \
    "$MAKE" -C "$tmp/$name" plugindir="$plugindir" "${build[@]}"
  expect_no_grep warning
  nm -D --defined-only "$tmp/$name/$name.so" | awk '{ print $3 }' >"$tmp/symbols"
  expect_equal "$(cat "$tmp/symbols")" gk_plugin_entry
}

# passes NAME VARIANT N: its check and its suite; N cases of the variant are verified.
# A plugin for CUDA says why nothing ran, where there is no GPU.
passes ()
{
  local name=$1 check=gkhost few=

  # Two of the eleven types, and all sizes but the two largest, will do but in
  # .ci/nightly; in other languages than C, whose kernels are alike, the first two.
  types='f32, i8' sizes=5
  case $name in
    test-copy* | test-transpose*) all_trials || check=$tmp/few ;;
    test-matmul*) all_trials || { check=$tmp/few few='-s *.n=64' types=f32 sizes=4; } ;;
  esac
  [ "$lang" = c ] || sizes=2
  export types sizes

  if [ "$lang" = cuda ] && [ "$2" = "$name" ] &&
    ! has_gpu "${family/matmul/matmul-square}" -p +"$tmp/$name/$name.so"; then
    expect_status 77 gkhost check "$tmp/$name/$name.so"
    expect_grep 'not checked: every case was skipped (.*CUDA' "$tmp/out"
    expect_status 0 "$MAKE" -C "$tmp/$name" plugindir="$plugindir" check
    expect_status 0 "$MAKE" -C "$tmp/$name" plugindir="$plugindir" run
    expect_grep ' skipped' "$tmp/out"
    return
  fi
  expect_status 0 "$MAKE" -C "$tmp/$name" plugindir="$plugindir" \
    GKHOST="$check" check
  expect_grep ': sound: [0-9]* case' "$tmp/out"
  expect_status 0 "$MAKE" -C "$tmp/$name" plugindir="$plugindir" \
    GKHOST="gkhost -s *.max_time=10ms $few -o $tmp/$name.jsonl" run
  expect_equal "$(records "$tmp/$name.jsonl" type=case variant="$2" \
    status=ok | grep -c '"done": *true')" "$3"
}

nvcc=${NVCC:-$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")}
for lang in c c++ cuda rust; do
  environment=() suffix=$lang
  case $lang in
    c)
      compiler=$CC
      build=("CC=$CC"
        'CFLAGS=-O2 -Wall -Wextra -Wshadow -Wstrict-prototypes -pedantic -Werror')
      ;;
    c++)
      suffix=cxx compiler=g++
      build=(CXX=g++ 'CXXFLAGS=-O2 -Wall -Wshadow -Werror')
      ;;
    cuda)
      compiler=$nvcc
      build=("NVCC=$nvcc"
        'NVCCFLAGS=-O3 --compiler-options=-Wall -Werror=all-warnings')
      ;;
    rust)
      compiler=cargo build=() environment=(RUSTFLAGS=-Dwarnings)
      ;;
  esac
  # shellcheck disable=SC2086 # CC may hold options too
  if ! $compiler --version >/dev/null 2>&1; then
    echo "$lang was left out: there is no $compiler"
    continue
  fi
  for family in copy transpose matmul; do
    # One name is a word of C, make and CMake.
    name=test-$family n=1
    [ "$lang" = c ] || name=test-$family-$suffix
    [ "$family" != matmul ] || n=2
    write "$name" "$family" "$name"
    passes "$name" "$name" "$n"
  done
  # A family may have another name than its plugin; with a '-' it is no identifier.
  write "own-$suffix" --family re-duce_2 "own-$suffix"
  passes "own-$suffix" cpu-naive 1
done
lang=c build=("CC=$CC")
write dot --family dot
[ -f dot/dot.h ] || fail "the problem has no header"

# Installed, it is found without -p; and it leaves as it came.
expect_status 0 "$MAKE" -C test-copy plugindir="$plugindir" DESTDIR="$tmp/there" install
[ -f "$tmp/there$plugindir/test-copy.so" ] || fail "make install did not"
expect_status 0 "$MAKE" -C test-copy plugindir="$plugindir" clean
[ ! -e test-copy/test-copy.so ] || fail "make clean did not"

# Without a gkhost the makefile says what to do.
expect_status 2 env PKG_CONFIG_PATH=/nowhere PKG_CONFIG_LIBDIR=/nowhere \
  "$MAKE" -C test-copy
expect_grep 'pkg-config does not find gkhost: have PKG_CONFIG_PATH name'
