#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# timer = kernel beside variants that meddle with CUPTI, or do what its records
# may not tell: each gets its verdict, a claim that is too short is refused, and
# the case behind it in the same process is whole.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cupti_stand_in

# meddles VARIANT KEYS ARG...: runs it, and a right one behind it.
meddles ()
{
  printf '[copy]\nrows = %s\ncols = 1000\nvariant = %s, right\n%s\n' \
    "${rows-31}" "$1" "timer = kernel
$2" >"$tmp/meddles.ini"
  shift 2
  LD_LIBRARY_PATH=$tmp/driver gkhost -c "$tmp/meddles.ini" \
    -o "$tmp/run.jsonl" -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$top_builddir/tests/plugins/.libs/meddles.so" "$@"
}

# expect_failure VARIANT KEYS REASON: in a process of its own, and before others.
expect_failure ()
{
  local how

  for how in '' --in-process; do
    expect_status 1 meddles "$1" "$2" $how
    records "$tmp/run.jsonl" "variant=$1" status=failed >"$tmp/record"
    expect_grep "\"reason\":\"[^\"]*$3" "$tmp/record"
    expect_equal "$(count_records "$tmp/run.jsonl" variant=right status=ok)" 1
  done
}

for variant in uneven forks flushes; do
  expect_status 0 meddles "$variant" ''
  expect_status 0 meddles "$variant" 'cache = hot' --in-process
done

# Launches that came before it in its batch are nobody's.
expect_failure stops 'cache = hot' 'had enough'
for variant in elsewhere disables pushes takes-over; do
  expect_failure "$variant" '' 'CUPTI has no times'
done

# The clock outside sees what CUPTI does not.
expect_refused ()
{
  rows=1000 expect_status 1 meddles "$1" "$2"
  records "$tmp/run.jsonl" "variant=$1" status=wrong >"$tmp/record"
  expect_grep 'timed launches took longer than was claimed' "$tmp/record"
  expect_equal "$(count_records "$tmp/run.jsonl" variant=right status=ok)" 1
}

expect_refused hides 'cache = hot'
# Nor is work of the host's in any record, where no held stream shows it.
for memory in managed mapped; do
  expect_refused by-hand "memory = $memory"
done
