#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant that writes to the problem is found out, and judged by what was set.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[matmul-square]\nn = 48\ndtype = i32\nvariant = shrinks\n' >"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/matmul-square/.libs/matmul-square.so" \
  -p "$top_builddir/tests/plugins/.libs/wrong-matmul.so"
expect_equal "$(count_records "$tmp/run.jsonl" variant=shrinks status=wrong)" 1
records "$tmp/run.jsonl" variant=shrinks >"$tmp/record"
expect_grep 'it changed the problem that it was given' "$tmp/record"
