#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The host's half of CUDA, on a stand-in for the driver: a fault ends one case,
# and the next has a new worker.
source "${top_srcdir:-.}/tests/functions.sh"

# ends VARIANT REASON
ends ()
{
  expect_status 1 driver_copy "$1" ''
  expect_equal "$(count_records "$tmp/run.jsonl" variant=right status=ok)" 1
  records "$tmp/run.jsonl" "variant=$1" status=failed >"$tmp/record"
  expect_grep "$2" "$tmp/record"
}

ends faults 'illegal memory access'
ends waits 'may only enqueue'
ends idles 'enqueued nothing'
