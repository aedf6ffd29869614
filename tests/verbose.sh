#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# -v says where the time went, and what plugins log, on standard error; the parts
# add up to the whole.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 0 faults declines -v
expect_grep '^where the time went, of [0-9.]* s:'
expect_grep '[0-9.]* s  verifying$'
expect_no_grep 'where the time went' "$tmp/out"
whole=$(sed -n 's/^where the time went, of \(.*\) s:$/\1/p' "$tmp/err")
sed -n 's/^ *\([0-9.]*\) s  .*/\1 &/p' "$tmp/err" | grep -v 'on average' |
  awk -v whole="$whole" '{ sum += $1 }
    END { d = sum - whole; exit !(NR >= 8 && d < 0.01 && d > -0.01) }' ||
  fail 'the parts are not the whole'

# A case that timed out was waited for: that is its time, not the host's.
virtual_clock 100000
seconds=500
expect_status 1 faults hangs -v
expect_grep '^ *5[0-9][0-9]\.[0-9]* s  transpose/hangs, which timed out$'
# A slow build reads the tests' clock more often, which takes time, too.
expect_grep '^ *[1-4]\{0,1\}[0-9]\{1,2\}\.[0-9]* s  the host: '
records "$tmp/run.jsonl" variant=hangs >"$tmp/record"
expect_grep '"spent":{"total_s":5[0-9][0-9]\.[0-9]*}' "$tmp/record"
