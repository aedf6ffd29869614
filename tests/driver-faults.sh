#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The host's half of CUDA, on a stand-in for the driver: a fault ends one case,
# and the next has a new worker.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100000

# ends VARIANT REASON
ends ()
{
  expect_status 1 driver_copy "$1" ''
  expect_equal "$(count_records "$tmp/run.jsonl" variant=right status=ok)" 1
  records "$tmp/run.jsonl" "variant=$1" status=failed >"$tmp/record"
  expect_grep "$2" "$tmp/record"
}

# once VARIABLE CALL:N=ERROR STATUS REASON: a call goes wrong in one process, in
# the first case, which ends so; the next finds the device fit.
once ()
{
  local status=1

  [ "$3" != skipped ] || status=0
  rm -f "$tmp/once"
  export "$1=$2" FAKE_DRIVER_ONCE="$tmp/once"
  expect_status "$status" driver_copy right 'timeout = 2
dtype = i32, f32'
  unset "$1"
  expect_no_grep 'is lost'
  records "$tmp/run.jsonl" type=case dtype=i32 "status=$3" >"$tmp/record"
  expect_grep "\"reason\":\"[^\"]*$4" "$tmp/record"
  expect_equal "$(count_records "$tmp/run.jsonl" dtype=f32 status=ok)" 1
}

ends faults 'illegal memory access'
ends waits 'may only enqueue'
ends idles 'enqueued nothing'

once FAKE_DRIVER_REFUSES cuMemAlloc_v2:1=2 skipped 'out of memory'
once FAKE_DRIVER_REFUSES cuMemAlloc_v2:3=2 failed 'out of memory'
for call in cuMemcpyAsync:1 cuMemsetD8Async:2 cuStreamSynchronize:2; do
  once FAKE_DRIVER_STICKS "$call=700" failed 'an illegal memory access'
  once FAKE_DRIVER_STICKS "$call=214" failed 'an uncorrectable ECC error'
done
once FAKE_DRIVER_HANGS cuStreamSynchronize:2=0 timeout 'within 2 s'
