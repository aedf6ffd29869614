#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The host's half of CUDA, on a stand-in for the driver: a device that does not
# come back is told once and its other cases fail for that reason; those of
# another device run.
source "${top_srcdir:-.}/tests/functions.sh" || exit

export FAKE_DRIVER_DEVICES=2 FAKE_DRIVER_LOST="$tmp/lost"

# lost CALL:N: of three cases on each of two devices, in the first this call
# finds its device gone.
lost ()
{
  rm -f "$tmp/lost" "$tmp/once"
  export "FAKE_DRIVER_LOSES=$1=46" FAKE_DRIVER_ONCE="$tmp/once"
  expect_status 1 driver_copy right 'device = cuda:*
dtype = i32, f32, f64' -s suite.parallel=no
  expect_equal "$(grep -c '^gkhost: cuda:0 is lost: .*the device is unavailable; its other cases fail' "$tmp/err")" 1
  expect_equal "$(count_records "$tmp/run.jsonl" device=cuda:1 status=ok)" 3
  records "$tmp/run.jsonl" device=cuda:0 status=failed >"$tmp/failed"
  expect_equal "$(wc -l <"$tmp/failed")" 3
  expect_equal "$(grep -c '"reason":"device lost: [^"]*the device is unavailable' \
    "$tmp/failed")" 2
}

lost cuStreamSynchronize:4
lost cuMemAlloc_v2:1
lost cuEventRecord:2

# One that can be opened, and then does no work, is lost, too.
unset FAKE_DRIVER_LOST FAKE_DRIVER_LOSES FAKE_DRIVER_ONCE
export FAKE_DRIVER_STICKS=cuMemsetD8Async:1=700
expect_status 1 driver_copy right 'dtype = i32, f32, f64'
expect_equal "$(grep -c '^gkhost: cuda:0 is lost: .*an illegal memory access' "$tmp/err")" 1
records "$tmp/run.jsonl" status=failed >"$tmp/failed"
expect_equal "$(wc -l <"$tmp/failed")" 3
expect_equal "$(grep -c '"reason":"device lost: [^"]*an illegal memory access' "$tmp/failed")" 2
