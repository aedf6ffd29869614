#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Where NVML is absent, or refuses, a record lacks its fields; where it hangs or
# crashes that is said once, and no case is charged with it.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100000

export FAKE_NVML=$tmp/nvml

# asked LINE...: runs three cases, which pass.
asked ()
{
  printf '%s\n' 'clock 1500' 'temperature 50' "$@" >"$tmp/nvml"
  expect_status 0 driver_copy right 'max_time = 0.05
dtype = i32, f32, f64'
  records "$tmp/run.jsonl" type=case >"$tmp/cases"
  expect_equal "$(grep -c '"status":"ok"' "$tmp/cases")" 3
}

# lost REASON FIRST: that is said once, of the case in whose record it stands;
# as many cases before it have their telemetry.
lost ()
{
  expect_equal "$(grep -c "^gkhost: copy/right: no telemetry from here on: the watcher $1" "$tmp/err")" 1
  expect_equal "$(grep -c '"lost":"the watcher ' "$tmp/cases")" 1
  expect_equal "$(grep -c '"clock_sm":' "$tmp/cases")" "$2"
  expect_equal "$(count_records "$tmp/run.jsonl" type=fault)" 0
}

unmetered ()
{
  expect_no_grep '"telemetry"' "$tmp/cases"
  expect_no_grep telemetry "$tmp/err"
}

asked
expect_equal "$(grep -c '"clock_sm":1500000000.0' "$tmp/cases")" 3

# Refused, in part or altogether.
asked 'nvmlDeviceGetClockInfo refuse 1'
expect_equal "$(grep -c '"temperature":50.0' "$tmp/cases")" 3
expect_no_grep '"clock_sm"' "$tmp/cases"
asked 'nvmlInit_v2 refuse 1'
unmetered
asked 'nvmlDeviceGetHandleByPciBusId_v2 refuse 1'
unmetered

asked 'nvmlInit_v2 crash 1'
lost 'was ended by signal 6' 0
asked 'nvmlDeviceGetTemperature hang 2'
lost 'did not answer within 5 s' 0
# In the second case: each looks thoroughly as it begins, and as it ends.
asked 'corrected 0' 'nvmlDeviceGetTotalEccErrors crash 5'
lost 'was ended by signal 6' 1

# Without a library; what is there instead is none.
: >"$tmp/driver/libnvidia-ml.so.1"
asked
unmetered

# A case on the CPU has no watcher, nor has one in this same process.
rm "$tmp/driver/libnvidia-ml.so.1"
asked 'nvmlInit_v2 crash 1'
# By the clock of the tests, the judge's readings would be a claim's excess.
expect_status 0 driver_copy cpu-memcpy 'audit = no' -d cpu
expect_no_grep telemetry "$tmp/err"
printf 'clock 1500\n' >"$tmp/nvml"
expect_status 0 driver_copy right '' --in-process
expect_no_grep '"clock_sm"' "$tmp/run.jsonl"
