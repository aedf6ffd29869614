#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant may say which unit does its arithmetic, and how much of it: the limit
# is then of that, the rate stays the family's.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# No device does so much in that time: it is suspect, too.
expect_status 1 driver_copy works 'max_samples = 10'
records "$tmp/run.jsonl" variant=right status=ok >"$tmp/right"
records "$tmp/run.jsonl" variant=works status=ok >"$tmp/works"
expect_grep '"variant_work": *{"ops": *1e15, *"op_class": *"tensor_i8"}' \
  "$tmp/works"
expect_no_grep '"variant_work"' "$tmp/right"
# 8192 operations a clock, 4 multiprocessors at 1 GHz.
expect_grep '"limit": *{"seconds": *30.5175[0-9]*, *"by": *"tensor_i8"}' \
  "$tmp/works"
expect_grep '"by": *"memory"' "$tmp/right"
for file in "$tmp/right" "$tmp/works"; do
  expect_grep '"rate": *{"value": *[0-9.e+]*, *"unit": *"B/s"}' "$file"
  expect_grep '"work": *{"bytes": *4216, *"ops": *0.0, *"op_class": *"none", *"bytes_written": *2108,' \
    "$file"
done

expect_status 1 driver_copy works-oddly 'max_samples = 10'
records "$tmp/run.jsonl" variant=works-oddly status=failed >"$tmp/odd"
expect_grep 'work: work.ops is not a number of operations' "$tmp/odd"
