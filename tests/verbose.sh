#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# -v says where the time went, and what plugins log, on standard error; the shares
# add up to the whole.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 0 faults declines -v
expect_grep '^where the time went, of [0-9.]* s: finding plugins [0-9]* %, timing '
expect_no_grep 'where the time went' "$tmp/out"
for part in timing verifying auditing replays inputs preparing other waiting; do
  expect_grep "^where .*[ ,]$part [0-9]* %"
done
grep '^where the time went' "$tmp/err" | tr , '\n' |
  awk '/ %/ { sum += $(NF - 1); n++ } END { exit !(n == 9 && sum > 94 && sum < 106) }' ||
  fail 'the shares are not the whole'

# A case that timed out was waited for: that is its time, not the host's.
virtual_clock 100000
seconds=500
expect_status 1 faults hangs -v
expect_grep '^ *5[0-9][0-9]\.[0-9]* s  transpose/hangs, which timed out$'
expect_grep '^where .*, timeouts \([4-9][0-9]\|100\) %'
records "$tmp/run.jsonl" variant=hangs >"$tmp/record"
expect_grep '"spent":{"total_s":5[0-9][0-9]\.[0-9]*}' "$tmp/record"
