#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# `gkhost devices` measures how fast a GPU's L2 is read and keeps that; records
# have it from then on, and its other limits stay those that its driver tells; on
# a stand-in for the driver.
source "${top_srcdir:-.}/tests/functions.sh" || exit

kept=$XDG_CACHE_HOME/gkhost/limits.jsonl

# devices: what it says of cuda:0, in one line.
devices ()
{
  LD_LIBRARY_PATH=$tmp/driver expect_status 0 gkhost devices
  tr -s '\n ' '  ' <"$tmp/out" | sed 's/.*cuda:0/cuda:0/' >"$tmp/line"
}

# Nothing is known of it before.
expect_status 0 driver_copy right ''
expect_no_grep cache_bandwidth "$tmp/run.jsonl"
keep_limits

devices
expect_grep 'cuda:0 a stand-in,.* the last cache: reads [0-9.]* [GTP]*B/s measured 2' "$tmp/line"
expect_grep "and kept: delete $kept to measure anew" "$tmp/line"
expect_no_grep 'arithmetic\|all cores\|disturbed' "$tmp/line"
grep '"cuda:0"' "$kept" >"$tmp/own"
expect_equal "$(grep -c . "$tmp/own")" 1
expect_grep '"measured":{[^}]*"cache":[1-9]' "$tmp/own"
expect_no_grep '"read"\|"cache_one"\|"i32_one"' "$tmp/own"

# It is not measured again, and is what records have.  The memory's bandwidth stays
# that of the driver.
sed -i '/"cuda:0"/s/"cache":[0-9.e+]*/"cache":5e12/' "$kept"
grep '"cuda:0"' "$kept" >"$tmp/first"
devices
expect_grep 'the last cache: reads 5000 GB/s' "$tmp/line"
grep '"cuda:0"' "$kept" | cmp - "$tmp/first" || fail 'it was measured again'
expect_status 0 driver_copy right ''
records "$tmp/run.jsonl" type=run >"$tmp/record"
expect_grep '"cache_bandwidth":5000000000000.0' "$tmp/record"
expect_grep '"memory_bandwidth":2048000000000.0' "$tmp/record"
records "$tmp/run.jsonl" type=case >"$tmp/record"
expect_grep '"by":"memory"' "$tmp/record"

# A driver that lacks its compiler, or refuses the kernel: all else is told.
# What is kept of the CPU stays, which takes seconds to measure.
sed -i '/"cuda:0"/d' "$kept"
for refused in cuModuleLoadData:1 cuModuleGetFunction:1 cuLaunchKernel:1; do
  FAKE_DRIVER_REFUSES=$refused=999 devices
  expect_grep "^gkhost: cuda:0: what it can do can't be measured: "
  expect_grep 'cuda:0 a stand-in, compute capability 9.0' "$tmp/line"
  expect_no_grep 'the last cache' "$tmp/line"
  expect_no_grep cuda "$kept"
done
