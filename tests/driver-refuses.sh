#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The host's half of CUDA, on a stand-in for the driver: whichever call is
# refused, the case fails with the driver's own words, and nothing crashes.
source "${top_srcdir:-.}/tests/functions.sh" || exit

keep_limits

# refused KEYS CALL N...: runs with the Nth call of CALL refused, for each N.
refused ()
{
  local keys=$1 call=$2 nth

  shift 2
  for nth; do
    export FAKE_DRIVER_REFUSES=$call:$nth=999
    expect_status 1 driver_copy right "$keys"
    unset FAKE_DRIVER_REFUSES
    expect_equal "$call $nth: $(count_records "$tmp/run.jsonl" status=failed)" \
      "$call $nth: 1"
    records "$tmp/run.jsonl" status=failed >"$tmp/record"
    # Of what the variant does, and may have done wrong, words of the host's or
    # its own come first.
    expect_grep '"reason":"[^"]*\(another error\|driver refused to copy\|can.t be captured\)' \
      "$tmp/record"
  done
}

for call in cuDevicePrimaryCtxRetain cuCtxSetCurrent cuStreamCreate \
  cuMemHostAlloc cuMemGetInfo_v2; do
  refused '' "$call" 1
done
# The second allocation is room for copies of outputs, which can do without.
refused '' cuMemAlloc_v2 1
refused '' cuMemAlloc_v2 3
for call in cuEventCreate cuEventElapsedTime; do
  refused '' "$call" 1 2
done
# While inputs are loaded, warming up, verifying, timing.
for call in cuMemcpyAsync cuStreamSynchronize cuMemsetD8Async cuEventRecord \
  cuEventSynchronize; do
  refused '' "$call" 1 2 4 6
done
refused '' cuStreamWaitValue32_v2 2
refused '' cuLaunchKernel 1 2 4
refused 'scope = transfer' cuMemcpyAsync 3 4 6
refused 'scope = transfer' cuMemHostAlloc 2 3
refused 'memory = managed' cuMemAllocManaged 1
refused 'memory = mapped' cuMemHostAlloc 2
refused 'memory = mapped' cuMemHostGetDevicePointer_v2 1
for call in cuStreamBeginCapture_v2 cuStreamEndCapture cuGraphGetNodes \
  cuGraphInstantiateWithFlags cuGraphLaunch; do
  refused 'launch = graph' "$call" 1
done

# A worker that can launch loads what evicts the cache next, and goes without.
FAKE_DRIVER_REFUSES=cuModuleLoadData:2=999 expect_status 0 driver_copy right ''

# What stops the driver as a whole leaves no device, and says why.
mkdir -p "$tmp/driver"
no_cuda ()
{
  LD_LIBRARY_PATH=$tmp/driver expect_status 0 gkhost devices
  tr -s ' \n' ' ' <"$tmp/out" >"$tmp/line"
  expect_grep "no CUDA device: .*$1" "$tmp/line"
}
export FAKE_DRIVER_REFUSES=cuInit:1=999
no_cuda 'the CUDA driver does not start: another error'
export FAKE_DRIVER_REFUSES=cuInit:1=100
no_cuda 'the CUDA driver finds no GPU'
unset FAKE_DRIVER_REFUSES
echo 'int cuInit (unsigned flags) { return (int)flags; }' >"$tmp/old.c"
build_plugin old
mv "$tmp/old.so" "$tmp/driver/libcuda.so.1"
no_cuda 'libcuda.so.1 lacks cu.*: the driver is too old'
