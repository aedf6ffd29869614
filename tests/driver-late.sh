#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What a variant takes to enqueue its work is not counted, cold or hot.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100000

for cache in cold hot; do
  expect_status 0 driver_copy late "cache = $cache
min_samples = 2
max_samples = 2
max_time = 0.1"
  records "$tmp/run.jsonl" variant=late status=ok >"$tmp/record"
  median=$(sed -n 's/.*"median_s":\([^,]*\),.*/\1/p' "$tmp/record")
  # It takes 20 ms to enqueue, and some microseconds to do.
  awk -v s="$median" 'BEGIN { exit !(s > 0 && s < 0.01) }' ||
    fail "$cache: $median s"
done
