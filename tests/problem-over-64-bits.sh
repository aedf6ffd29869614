#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Sizes whose product is over 64 bits are refused with a reason.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[copy]\nrows = 1099511627776\ncols = 1099511627776\n' >"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -d cpu -o "$tmp/run.jsonl"
records "$tmp/run.jsonl" variant=cpu-memcpy status=failed >"$tmp/record"
expect_grep '64 bits' "$tmp/record"
