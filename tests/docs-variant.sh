#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The plugins in the README and in gkhost-plugin(3) compile and pass.
source "${top_srcdir:-.}/tests/functions.sh"
source "$top_srcdir/tests/docs-functions.sh"

# build NAME: from $tmp/NAME.c, with nothing but the public headers.
build ()
{
  [ -s "$tmp/$1.c" ] || fail "$1.c was not found"
  # CC may hold options too.
  # shellcheck disable=SC2086
  expect_status 0 $CC -O2 -Wall -Wextra -Werror -shared -fPIC \
    -Wl,-z,defs -I"$top_srcdir/include" -o "$tmp/$1.so" "$tmp/$1.c"
}

# run_with NAME: the suite, with our transpose plugin and this one.
run_with ()
{
  expect_status 0 gkhost -c "$tmp/$1.ini" -o "$tmp/$1.jsonl" -d cpu \
    -p "$top_builddir/plugins/transpose/.libs" -p "$tmp/$1.so" \
    -s '*.max_time=10ms'
}

readme_block c 1 >"$tmp/mine.c"
readme_block ini 2 >"$tmp/mine.ini"
build mine
run_with mine
expect_equal "$(records "$tmp/mine.jsonl" variant=mine status=ok |
  grep -c '"done": *true')" 1

man_block gkhost-plugin.3 c 1 >"$tmp/blocks.c"
printf '[transpose]\nvariant = blocks\nblock = 7, 64\n' >"$tmp/blocks.ini"
build blocks
run_with blocks
expect_equal "$(records "$tmp/blocks.jsonl" variant=blocks status=ok |
  grep -c '"done": *true')" 2

export GKHOST_PLUGIN_PATH=$top_builddir/plugins/transpose/.libs
for name in mine blocks; do
  expect_status 0 gkhost check "$tmp/$name.so"
  expect_grep 'sound on all that ran' "$tmp/out"
done
