#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# timer = kernel beside variants that meddle with CUPTI: each gets its verdict,
# and the case behind it in the same process is whole.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cupti_stand_in

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
