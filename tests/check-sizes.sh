#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost check varies what a family marks as a size, up to large ones where a
# launch is quick, and leaves other numbers at their defaults.
source "${top_srcdir:-.}/tests/functions.sh" || exit

export GKHOST_PLUGIN_PATH=$top_builddir/plugins/copy/.libs
# varies ARG...
varies ()
{
  local n round=0

  expect_status 0 gkhost check "$top_builddir/tests/plugins/.libs/sized.so" \
    --only '*/plain' -o "$tmp/run.jsonl" "$@"
  for n in 1 31 128 257 1000; do
    round=$((round + 1))
    expect_equal "$(records "$tmp/run.jsonl" job="sized-$round" status=ok |
      grep -c "\"params\": *{\"n\": *$n, *\"repeats\": *7}")" 1
  done
  # No size is tried twice, though another round would ask for one over the
  # range.
  expect_equal "$(count_records "$tmp/run.jsonl" type=case)" 5
}
varies
# Defaults of all jobs come before the jobs.
varies -s suite.warmup=2

# 3 ms at 257 are over 0.1 s at 1000, if it takes the cube.
expect_status 0 gkhost check "$top_builddir/tests/plugins/.libs/sized.so" \
  --only '*/slow'
expect_grep '^slow: 4 cases right, 1 skipped$' "$tmp/out"
expect_grep 'skipped 1 CPU case (slow): a launch may take over 0.1 s' "$tmp/out"
expect_grep 'sized.so: sound: 4 cases, 1 left out as too slow here$' "$tmp/out"

# What takes no padding gets an edge, too, however slow a launch of a large one is.
expect_status 0 gkhost check "$GKHOST_PLUGIN_PATH/copy.so" --only '*/cpu-memcpy' \
  -s '*.dtype=i8' -o "$tmp/run.jsonl"
for pad in 0 3; do
  expect_equal "$(grep -c "\"params\": *{\"rows\": *257, *\"cols\": *131,.*\"pad\": *$pad}" \
    "$tmp/run.jsonl")" 1
done
