#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A driver that dies as soon as it is opened takes a worker with it and no more:
# its cases are skipped for that reason, the CPU's run.
source "${top_srcdir:-.}/tests/functions.sh" || exit

mkdir "$tmp/driver"
echo '#include <signal.h>
__attribute__ ((constructor)) static void begin (void) { raise (SIGKILL); }' \
  >"$tmp/dies.c"
$CC -shared -fPIC -o "$tmp/driver/libcuda.so.1" "$tmp/dies.c"
export LD_LIBRARY_PATH=$tmp/driver

# What the CPU can do takes no time by the tests' clock.
virtual_clock 10000000
expect_status 0 gkhost devices
real_clock
expect_grep '^cpu  ' "$tmp/out"
tr -s ' \n' ' ' <"$tmp/out" >"$tmp/line"
expect_grep 'no CUDA device: the worker was ended by signal 9' "$tmp/line"

printf '[copy]\nrows = 4\ncols = 4\nvariant = cpu-memcpy, right\n' \
  >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/copy/.libs/copy.so" \
  -p "$top_builddir/tests/plugins/.libs/driver-copy.so"
expect_equal "$(count_records "$tmp/run.jsonl" variant=cpu-memcpy status=ok)" 1
records "$tmp/run.jsonl" variant=right status=skipped >"$tmp/record"
expect_grep 'ended by signal 9' "$tmp/record"
