#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost check varies what a family marks as a size, and leaves other numbers at
# their defaults.
source "${top_srcdir:-.}/tests/functions.sh"

export GKHOST_PLUGIN_PATH=$top_builddir/plugins/copy/.libs
# varies ARG...
varies ()
{
  local n round=0

  expect_status 0 gkhost check "$top_builddir/tests/plugins/.libs/sized.so" \
    -o "$tmp/run.jsonl" "$@"
  for n in 1 31 128 257; do
    round=$((round + 1))
    expect_equal "$(records "$tmp/run.jsonl" job="sized-$round" status=ok |
      grep -c "\"params\": *{\"n\": *$n, *\"rounds\": *7}")" 1
  done
  expect_equal "$(count_records "$tmp/run.jsonl" type=case)" 4
}
varies
# Defaults of all jobs come before the jobs.
varies -s suite.warmup=2
