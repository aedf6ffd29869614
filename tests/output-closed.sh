#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# With standard output or error closed, what is printed goes into no other file.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[copy]\nrows = 4\ncols = 4\nvariant = cpu-memcpy\n' >"$tmp/a.ini"
run ()
{
  gkhost -c "$tmp/a.ini" -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -o "$tmp/run.jsonl" "$@"
}

status=0
run >&- 2>"$tmp/err" || status=$?
expect_equal "$status" 3
expect_grep 'standard output is not complete'
expect_equal "$(grep -c '^{"type":' "$tmp/run.jsonl")" 3
expect_equal "$(wc -l <"$tmp/run.jsonl")" 3

status=0
run -s copy.colums=5 2>&- || status=$?
expect_equal "$status" 2
run -v >/dev/null 2>&-
expect_equal "$(wc -l <"$tmp/run.jsonl")" 3
