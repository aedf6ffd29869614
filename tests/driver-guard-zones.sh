#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The host's half of CUDA, on a stand-in for the driver: writing far from an
# output is found, since all that lies between the buffers is looked at.
source "${top_srcdir:-.}/tests/functions.sh" || exit

for memory in device managed mapped; do
  expect_status 1 driver_copy writes-far "memory = $memory"
  expect_equal "$(count_records "$tmp/run.jsonl" variant=right status=ok)" 1
  records "$tmp/run.jsonl" variant=writes-far status=wrong >"$tmp/record"
  expect_grep "wrote outside of 'dst', 40960 bytes past its end" "$tmp/record"
done
