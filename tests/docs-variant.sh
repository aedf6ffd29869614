#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The plugins in the README and in gkhost-plugin(3) compile and pass; that of the
# README is short, and the same in C99, C++17 and CUDA C++.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/docs-functions.sh"

requires_unsanitized

# build NAME COMPILER...: from $tmp/NAME.c, with nothing but the public headers.
build ()
{
  local name=$1

  shift
  [ -s "$tmp/$name.c" ] || fail "$name.c was not found"
  expect_status 0 "$@" -O2 -shared -I"$top_srcdir/include" \
    -o "$tmp/$name.so" "$tmp/$name.c"
}

# build_c NAME: as C99, with all warnings but that a callback needs no parameter.
build_c ()
{
  # CC may hold options too.
  # shellcheck disable=SC2086
  build "$1" $CC -std=c99 -pedantic -Wall -Wextra -Wno-unused-parameter \
    -Werror -fPIC -Wl,-z,defs
}

# run_with NAME: the suite, with our transpose plugin and this one.
run_with ()
{
  expect_status 0 gkhost -c "$tmp/$1.ini" -o "$tmp/$1.jsonl" -d cpu \
    -p "$top_builddir/plugins/transpose/.libs" -p "$tmp/$1.so" \
    -s '*.max_time=10ms'
}

readme_block c 1 >"$tmp/mine.c"
readme_block ini 1 >"$tmp/mine.ini"
make_tenth "$tmp/mine.ini"
[ "$(wc -l <"$tmp/mine.c")" -le 20 ] || fail 'mine.c is over 20 lines'
# mine_passes: the plugin that was built last is right on the suite's three problems.
mine_passes ()
{
  run_with mine
  expect_equal "$(records "$tmp/mine.jsonl" variant=mine status=ok |
    grep -c '"done": *true')" 3
}

if grep -q '^#define GKHOST_CUDA 1' "$top_builddir/config.h"; then
  build mine "$NVCC" -x cu -std=c++17 --compiler-options=-fPIC
  mine_passes
fi
if command -v g++ >/dev/null; then
  build mine g++ -x c++ -std=c++17 -Wall -Werror -fPIC -Wl,-z,defs
  mine_passes
else
  echo "no g++: the C++ part is left out"
fi
build_c mine
mine_passes

man_block gkhost-plugin.3 c 1 >"$tmp/blocks.c"
printf '[transpose]\nvariant = blocks\nblock = 7, 64\n' >"$tmp/blocks.ini"
build_c blocks
run_with blocks
expect_equal "$(records "$tmp/blocks.jsonl" variant=blocks status=ok |
  grep -c '"done": *true')" 2

export GKHOST_PLUGIN_PATH=$top_builddir/plugins/transpose/.libs
man_block gkhost-plugin.3 c 2 >"$tmp/scale.c"
build_c scale
for name in mine blocks scale; do
  # Two of the eleven types, and all sizes but the largest, will do but in .ci/nightly.
  few=()
  [ "$name" = scale ] || all_trials ||
    few=(-s '*.dtype=f32, c64' --only '*-[!7]*/*')
  expect_status 0 gkhost check "$tmp/$name.so" "${few[@]}"
  expect_grep ': sound: [0-9]* case' "$tmp/out"
done

# The family's companion is known, though no plugin here brings it.
printf '[scale]\nthreads = 64, 128\nmax_time = 1ms\n' >"$tmp/scale.ini"
expect_status 0 gkhost -c "$tmp/scale.ini" -p "$tmp/scale.so" \
  -o "$tmp/scale.jsonl"
expect_equal "$(count_records "$tmp/scale.jsonl" type=case status=ok)" 1
expect_grep 'install scale-cuda' "$tmp/out"
