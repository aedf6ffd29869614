#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Each CPU variant is right at sizes that break tiles.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 0 gkhost -c "$top_srcdir/tests/all-sizes.ini" -d cpu \
  -o "$tmp/run.jsonl"
expect_grep '"failed":0,"crashed":0,"timeout":0' "$tmp/run.jsonl"
[ "$(count_records "$tmp/run.jsonl" status=ok)" -gt 500 ] || fail 'too few ran'
