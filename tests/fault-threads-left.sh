#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Threads that go on computing when a variant's launches are over take no time
# from the next: that is told, and their process is replaced.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[copy]\nrows = 16\ncols = 16\nvariant = threads, after\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/copy/.libs/copy.so" \
  -p "$top_builddir/tests/plugins/.libs/untidy.so"
records "$tmp/run.jsonl" type=case variant=threads >"$tmp/record"
expect_grep '"log":\["gkhost: its threads still compute' "$tmp/record"
records "$tmp/run.jsonl" type=case variant=after >"$tmp/record"
expect_grep '"status":"ok"' "$tmp/record"
expect_no_grep '"log":' "$tmp/record"
