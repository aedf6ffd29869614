#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A family that says how many operations it takes, and is held up by the memory,
# has its rate in bytes: gkhost-plugin(3)'s, of an operation for eight bytes.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/docs-functions.sh"

man_block gkhost-plugin.3 c 2 >"$tmp/scale.c"
build_plugin scale
printf '[scale]\nn = 1000000\nmax_time = 10ms\n' >"$tmp/a.ini"
# run WHAT-IS-KNOWN: so its rate is, and the record has the operations still.
run ()
{
  expect_status 0 gkhost -c "$tmp/a.ini" -p "$tmp/scale.so" -o "$tmp/run.jsonl"
  expect_grep '  GB/s ' "$tmp/out"
  records "$tmp/run.jsonl" type=case >"$tmp/record"
  expect_grep '"rate":{[^}]*"unit":"B/s"' "$tmp/record"
  expect_grep '"ops":1000000' "$tmp/record"
}

run
expect_no_grep 'of limit' "$tmp/out"
# With the limits of the CPU, as measured on a machine that is not busy, and as if
# it computed fast.
virtual_clock 10000000
expect_status 0 gkhost devices
real_clock
sed -i 's/"\(i32\|f32\|f64\)":[0-9.e+]*/"\1":1e12/g' \
  "$XDG_CACHE_HOME/gkhost/limits.jsonl"
run
expect_grep '  of limit ' "$tmp/out"
expect_grep '"by":"memory"' "$tmp/record"

# A product has enough to compute.
printf '[matmul-square]\nn = 512\nvariant = cpu-threads\nmax_time = 10ms\n' \
  >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini"
expect_grep ' [GT]FLOP/s ' "$tmp/out"
