#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# timer = kernel takes the time of a launch from when its kernels, copies and
# fills ran, as CUPTI notes it: from the first one's beginning to the last one's
# end.  On a stand-in, where each begins 15 us after the one before and takes
# 10 us, which is more than it really takes.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cupti_stand_in
export FAKE_CUPTI_PACE=15000,10000

# has VARIANT FIELD NS: the record's time has it, and of so many ns.
has ()
{
  local seconds

  records "$tmp/run.jsonl" type=case "variant=$1" >"$tmp/case"
  seconds=$(sed -n "s/.*\"$2\":\([^,}]*\).*/\1/p" "$tmp/case")
  expect_equal "$(awk "BEGIN { printf \"%.0f\", 1e9 * ${seconds:-0} }")" "$3"
}

# 1500 copies: 1499 times 15 us, and the last.
expect_status 0 driver_copy many 'timer = kernel'
expect_grep '^copy: .*, kernel timer, on cuda:0' "$tmp/out"
has many median_s 22495000
has many busy_s 15000000
has right median_s 10000
has right busy_s 10000
# What an empty launch takes is taken by the same timer.
has right floor_s 10000

# Back to back, and from a graph.
expect_status 0 driver_copy right 'timer = kernel
cache = hot
launch = graph'
has right median_s 10000
# The copies of inputs and outputs have records, too: four in all.
expect_status 0 driver_copy right 'timer = kernel
scope = transfer'
has right median_s 40000
has right busy_s 30000

# By whichever thread, and in whatever pieces it is handed over.
FAKE_CUPTI_LATE=3 expect_status 0 driver_copy right 'timer = kernel'
has right median_s 10000

# The end of a launch may come later than its beginning.
FAKE_CUPTI_PARTS=3000 expect_status 0 driver_copy many 'timer = kernel'
has many median_s 22495000

# Events stay as they are, in a process that CUPTI does not look at; the CPU has
# one timer, and runs once.
printf '[copy]\nrows = 31\ncols = 17\nvariant = cpu-memcpy, right\n' >"$tmp/a.ini"
LD_LIBRARY_PATH=$tmp/driver expect_status 0 gkhost -c "$tmp/a.ini" \
  -p "$top_builddir/plugins/copy/.libs/copy.so" \
  -p "$top_builddir/tests/plugins/.libs/driver-copy.so" \
  -s 'copy.timer=events, kernel' -o "$tmp/run.jsonl"
expect_equal "$(records "$tmp/run.jsonl" type=case status=ok | grep -c .)" 3
records "$tmp/run.jsonl" type=case variant=right >"$tmp/cases"
expect_equal "$(grep -o '"process":[0-9]*' "$tmp/cases" | sort -u | grep -c .)" 2
expect_equal "$(grep -c '"busy_s"' "$tmp/cases")" 1
# In one process one follows the other.
LD_LIBRARY_PATH=$tmp/driver expect_status 0 gkhost -c "$tmp/a.ini" \
  -p "$top_builddir/plugins/copy/.libs/copy.so" --in-process \
  -p "$top_builddir/tests/plugins/.libs/driver-copy.so" \
  -s 'copy.timer=kernel, events' -o "$tmp/run.jsonl"
expect_equal "$(grep -c '"busy_s"' "$tmp/run.jsonl")" 1
