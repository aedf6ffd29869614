#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What a variant did to guard zones and inputs is not laid to those after it.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[transpose]\nrows = 31\ncols = 17\nvariant = %s\n' \
  'writes-past, writes-before, spoils-input, prints' >"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
  -p "$top_builddir/tests/plugins/.libs/faults.so"
expect_equal "$(count_records "$tmp/run.jsonl" status=wrong)" 3
records "$tmp/run.jsonl" variant=writes-before >"$tmp/record"
expect_grep 'right before its start' "$tmp/record"
records "$tmp/run.jsonl" variant=spoils-input >"$tmp/record"
expect_grep 'changed its input' "$tmp/record"
expect_equal "$(count_records "$tmp/run.jsonl" variant=prints status=ok)" 1
