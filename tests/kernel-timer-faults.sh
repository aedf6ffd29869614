#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Where CUPTI is missing, does not start, or lacks what a launch did, timer =
# kernel says so and what to do, and other cases run.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cupti_stand_in

# refused WORD: both cases fail for such a reason.
refused ()
{
  expect_status 1 driver_copy right 'timer = kernel'
  tr -s '\n ' '  ' <"$tmp/out" >"$tmp/line"
  expect_grep "$1.*use timer = events" "$tmp/line"
  expect_equal "$(records "$tmp/run.jsonl" type=case status=failed | grep -c .)" 1
}

# No toolkit has one for that driver.
FAKE_DRIVER_VERSION=99000 refused \
  'needs CUPTI, and libcupti.so.99 is not found: it comes with the CUDA toolkit'
# One of the version before will do.
cp "$tmp/driver/libcupti.so.13" "$tmp/driver/libcupti.so.98"
FAKE_DRIVER_VERSION=99000 expect_status 0 driver_copy right 'timer = kernel'
# A toolkit that is not where the system looks.
mkdir -p "$tmp/toolkit/extras/CUPTI/lib64"
mv "$tmp/driver/libcupti.so.98" "$tmp/toolkit/extras/CUPTI/lib64"
FAKE_DRIVER_VERSION=99000 CUDA_HOME=$tmp/toolkit expect_status 0 \
  driver_copy right 'timer = kernel'

for call in cuptiActivityRegisterCallbacks cuptiActivityEnable; do
  FAKE_CUPTI_REFUSES=$call refused \
    'CUPTI does not start: .*end other profilers'
done
for fault in LOSES ODD; do
  export "FAKE_CUPTI_$fault=1"
  refused 'CUPTI has no times of some work of a launch'
  unset "FAKE_CUPTI_$fault"
done

# A library that is no CUPTI.
cp "$tmp/driver/libnvidia-ml.so.1" "$tmp/driver/libcupti.so.13"
refused 'CUPTI lacks cuptiActivityRegisterCallbacks: install that of a newer'
