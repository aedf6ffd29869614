#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Names and messages that are not UTF-8 lose no record and cost no time.
source "${top_srcdir:-.}/tests/functions.sh" || exit

latin=$(printf 'caf\351')
mkdir "$tmp/$latin"
printf '[copy]\nrows = 4\ncols = 4\nvariant = cpu-memcpy\n' >"$tmp/$latin/a.ini"
copy=$top_builddir/plugins/copy/.libs/copy.so
expect_status 0 gkhost -c "$tmp/$latin/a.ini" -p "$copy" -o "$tmp/run.jsonl"
expect_grep '"path":"[^"]*/caf?/a.ini"' "$tmp/run.jsonl"
expect_status 0 gkhost report "$tmp/run.jsonl"

cp "$copy" "$tmp/$latin"
expect_status 2 gkhost list -p "$tmp/$latin/copy.so"
expect_grep 'copy.so: its path is not UTF-8'
expect_status 0 gkhost -c "$tmp/$latin/a.ini" -p "$copy" -p "$tmp/$latin"
expect_grep 'copy.so: its path is not UTF-8.*left out'

expect_fault faults fails-in-latin failed 'caf? is closed'
