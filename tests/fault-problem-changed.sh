#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant is judged by the problem that was set, whatever it makes of it.
source "${top_srcdir:-.}/tests/functions.sh"

printf '[matmul-square]\nn = 48\ndtype = i32\nvariant = shrinks\n' >"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/matmul-square/.libs/matmul-square.so" \
  -p "$top_builddir/tests/plugins/.libs/wrong-matmul.so"
expect_equal "$(count_records "$tmp/run.jsonl" variant=shrinks status=wrong)" 1
