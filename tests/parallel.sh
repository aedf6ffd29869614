#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Cases of several devices run side by side, one worker each, in the order of
# the suite on each device, and those of the CPU alone; with parallel = no, one
# after the other.
source "${top_srcdir:-.}/tests/functions.sh" || exit

export BESIDE_SECONDS=60
suite="[copy]
rows = 501, 502, 503
$beside_keys
device = cpu, cuda:*
variant = cpu-memcpy, meets"

# Each worker waits for those of all four devices.
expect_status 0 beside "$suite"
cp "$tmp/run.jsonl" "$tmp/beside.jsonl"
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 15
records "$tmp/run.jsonl" type=case >"$tmp/cases"
# devices: of the records, in the order in which they are in the file.
devices ()
{
  sed 's/.*"device":"\([^"]*\)".*/\1/' "$tmp/cases"
}
expect_equal "$(devices | sed -n 1,3p | sort -u)" cpu
for device in cuda:0 cuda:1 cuda:2 cuda:3; do
  expect_equal "$(grep "\"device\":\"$device\"" "$tmp/cases" |
    sed 's/.*"rows":\([0-9]*\).*/\1/' | paste -s -d ' ')" '501 502 503'
done
# The record says so.
grep '"device":"cpu"' "$tmp/cases" >"$tmp/cpu"
expect_no_grep '"beside":' "$tmp/cpu"
grep -m 1 '"device":"cuda:1"' "$tmp/cases" >"$tmp/gpu"
expect_grep '"beside":\["cuda:0","cuda:2","cuda:3"\]' "$tmp/gpu"
# The report has its usual order.
gkhost report "$tmp/run.jsonl" >"$tmp/again"
cmp "$tmp/out" "$tmp/again" || fail 'gkhost report tells something else'
expect_equal "$(sed -n 's/^copy: rows=\([0-9]*\) .* on cuda:\([0-9]\)$/\1-\2/p' \
  "$tmp/out" | paste -s -d ' ')" \
  '501-1 501-2 501-3 502-1 502-2 502-3 503-1 503-2 503-3'
expect_status 0 beside "$suite" -v
# Their times together may be more than it took, and nothing took less than none.
expect_grep 'where the time went'
expect_no_grep 'where .* -[0-9]'

# One after the other there is nobody to wait for, but by the last device.
export BESIDE_SECONDS=0
one_by_one ()
{
  expect_status 1 beside "$@"
  records "$tmp/run.jsonl" type=case >"$tmp/cases"
  expect_equal "$(devices | paste -s -d ' ')" \
    "$(for _ in 1 2 3; do echo cpu cuda:0 cuda:1 cuda:2 cuda:3; done |
      paste -s -d ' ')"
  expect_equal "$(grep -c 'no other device has a worker now' "$tmp/cases")" 3
  expect_no_grep '"beside":' "$tmp/cases"
}
# A replay would keep rows back.
one_by_one "$suite" -s suite.parallel=no -s '*.audit=no'
one_by_one "[suite]
parallel = no
audit = no
$suite"
one_by_one "$suite" --in-process

# So it is where there is but one device that is not the CPU.
BESIDE_DEVICES=1 expect_status 0 beside "$suite" -d cpu,cuda
records "$tmp/run.jsonl" type=case >"$tmp/cases"
expect_equal "$(devices | paste -s -d ' ')" 'cpu cuda:0 cpu cuda:0 cpu cuda:0'
expect_no_grep '"beside":' "$tmp/cases"
