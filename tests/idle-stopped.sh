#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# While a case runs, workers of other plugins are stopped, and go on when it is
# their turn.
source "${top_srcdir:-.}/tests/functions.sh" || exit
requires test -r /proc/self/stat

printf '[%s]\nfamily = copy\naudit = no\nrows = 4\ncols = 4\nvariant = %s\nmax_time = 1ms\n' \
  one cpu-memcpy two looks-beside three cpu-memcpy >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/copy/.libs/copy.so" \
  -p "$top_builddir/tests/plugins/.libs/pids.so"
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 3
expect_grep 'beside it 1 stopped' "$tmp/run.jsonl"
