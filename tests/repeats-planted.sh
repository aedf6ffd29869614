#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Of a variant that gives one answer to the same inputs none is said to differ, also
# where a launch on planted numbers was the last that was judged.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[matmul-square]\nn = 40\nvariant = cpu-naive\nmax_samples = 1\n' \
  >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
records "$tmp/run.jsonl" type=case >"$tmp/case"
expect_grep '"repeats":[1-9]' "$tmp/case"
expect_grep '"differ":0' "$tmp/case"
expect_no_grep 'differs from launch to launch' "$tmp/case"
