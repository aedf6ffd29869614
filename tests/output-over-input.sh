#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The records are never written over the suite, a plugin or standard output's
# own file.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[copy]\nrows = 4\ncols = 4\nvariant = cpu-memcpy\n' >"$tmp/a.ini"
cp "$tmp/a.ini" "$tmp/before.ini"
cp "$top_builddir/plugins/copy/.libs/copy.so" "$tmp"

expect_status 2 gkhost -c "$tmp/a.ini" -p "$tmp/copy.so" -o "$tmp/a.ini"
expect_grep 'would write over'
cmp "$tmp/a.ini" "$tmp/before.ini"
ln "$tmp/copy.so" "$tmp/link.so"
expect_status 2 gkhost -c "$tmp/a.ini" -p "$tmp/copy.so" -o "$tmp/link.so"
cmp "$tmp/copy.so" "$top_builddir/plugins/copy/.libs/copy.so"

expect_status 3 gkhost -c "$tmp/a.ini" -p "$tmp/copy.so" -o "$tmp/out"
expect_grep 'is where standard output goes'
