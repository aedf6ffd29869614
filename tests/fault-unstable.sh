#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant that crashes behind another in one process, and passes in a process
# of its own, is wrong: neither crashed nor ok.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# untidy VARIANTS: runs these.
untidy ()
{
  printf '[copy]\nrows = 16\ncols = 16\nvariant = %s\n' "$1" >"$tmp/a.ini"
  gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$top_builddir/tests/plugins/.libs/untidy.so"
}

expect_status 0 untidy fragile

expect_status 1 untidy 'spoils, fragile, after'
expect_equal "$(count_records "$tmp/run.jsonl" type=case)" 3
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 2
records "$tmp/run.jsonl" type=case variant=fragile >"$tmp/record"
expect_grep '"status":"wrong"' "$tmp/record"
expect_grep '"class":"fault"' "$tmp/record"
expect_grep '"reason":"unstable: the worker was ended by signal 11 (Segmentation fault) in launch behind spoils, and passed in a process of its own' "$tmp/record"
expect_no_grep '"time":' "$tmp/record"
