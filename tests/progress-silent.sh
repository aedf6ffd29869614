#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A pipe or a file gets no progress line of a terminal's, but a plain one every
# minute, and none with -q.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 1 faults wrong
expect_equal "$(cat "$tmp/err")" ""
expect_no_grep "$(printf '\r')" "$tmp/out"

# Its first case hangs for 150 s.
virtual_clock 100000
seconds=150
expect_status 1 faults hangs
expect_equal "$(grep -c '^gkhost: [01] of 2 cases\(, [12]:0[0-2] left\)\?$' "$tmp/err")" 2
expect_equal "$(wc -l <"$tmp/err")" 2
for how in -q --quiet; do
  expect_status 1 faults hangs "$how"
  expect_equal "$(cat "$tmp/err")" ''
done
