#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What a plugin prints spoils neither report nor records, and is kept.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 0 faults prints
expect_no_grep 'a word on stderr' "$tmp/out"
expect_no_grep 'a word on stderr'
records "$tmp/run.jsonl" variant=prints status=ok >"$tmp/record"
expect_grep '"output":".*"case.*a word on stderr' "$tmp/record"
expect_equal "$(count_records "$tmp/run.jsonl" type=case)" 2
