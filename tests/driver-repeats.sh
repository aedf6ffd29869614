#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A device that can compare answers does it itself for launches on the same inputs,
# and a wrong one among them is found.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100000

expect_status 1 driver_copy seldom-wrong 'min_samples = 10
max_samples = 10'
records "$tmp/run.jsonl" variant=seldom-wrong status=wrong >"$tmp/record"
expect_grep 'on the same inputs, random data): the answer differs from launch to' \
  "$tmp/record"
