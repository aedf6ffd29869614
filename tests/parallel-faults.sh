#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Of devices side by side, one that hangs, falls, is wrong or is lost costs its
# own rows alone.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100000

# Those that are sound wait for each other, so that all of them have a worker
# while the odd one is at fault.
export BESIDE_SECONDS=60 BESIDE_ODD=cuda:2 BESIDE_DEVICES=2
on_odd="rows = 500
$beside_keys
device = cuda:2"
on_all="rows = 500
$beside_keys
device = cuda:*
variant = meets"

# of_odd VARIANT STATUS: what came of it on the odd device; all else passed.
of_odd ()
{
  expect_status 1 beside "[odd]
family = copy
variant = $1
timeout = 1
$on_odd
[all]
family = copy
$on_all"
  expect_equal "$(count_records "$tmp/run.jsonl" job=odd "status=$2")" 1
  expect_equal "$(count_records "$tmp/run.jsonl" job=all status=ok)" 4
}

of_odd hangs timeout
of_odd falls crashed
of_odd wrong wrong

# One falls off the bus, whichever comes to that call first: it is told once,
# its other cases fail, and those of the other devices pass.
export FAKE_DRIVER_LOST="$tmp/lost" FAKE_DRIVER_ONCE="$tmp/once"
FAKE_DRIVER_LOSES=cuStreamSynchronize:4=46 BESIDE_DEVICES=1 \
  expect_status 1 beside "[copy]
$on_all
dtype = i32, f32, f64"
expect_equal "$(grep -c '^gkhost: cuda:[0-3] is lost: .*its other cases fail' \
  "$tmp/err")" 1
lost=$(sed -n 's/^gkhost: \(cuda:[0-3]\) is lost: .*/\1/p' "$tmp/err")
expect_equal "$(count_records "$tmp/run.jsonl" "device=$lost" status=failed)" 3
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 9

# Each has a watcher of its own; one that falls costs no row.
unset FAKE_DRIVER_LOST FAKE_DRIVER_ONCE BESIDE_ODD
export FAKE_NVML=$tmp/nvml
echo 'nvmlInit_v2 crash 1' >"$FAKE_NVML"
BESIDE_DEVICES=4 expect_status 0 beside "[copy]
$on_all"
for device in 0 1 2 3; do
  expect_equal "$(count_records "$tmp/run.jsonl" "device=cuda:$device" status=ok)" 1
done
expect_grep "^gkhost: copy/meets: no telemetry of cuda:0 from here on: the watcher"
