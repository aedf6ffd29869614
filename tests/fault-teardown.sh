#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What goes wrong in a family's teardown is told as the family's: no case is
# charged with it, neither of that problem nor of the next, and the run fails.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100000

# broken_teardown FAULTS CASES REASON FAULTED: runs a problem for each of the
# family's faults; every case is right, and FAULTED of the problems are told.
broken_teardown ()
{
  printf '[broken]\nfault = %s\nvariant = first, second\ntimeout = 1\naudit = no\n' "$1" >"$tmp/a.ini"
  expect_status 1 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/tests/plugins/.libs/broken-family.so"
  expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" "$2"
  expect_equal "$(count_records "$tmp/run.jsonl" type=case)" "$2"
  expect_grep "^gkhost: family broken: teardown: $3"
  expect_equal "$(count_records "$tmp/run.jsonl" type=fault callback=teardown \
    family=broken)" "$4"
}

# Before the next problem, and at the end of the run.
broken_teardown 'teardown-crashes, none' 4 'the judge was ended by signal 11 (Segmentation fault) in teardown' 1
records "$tmp/run.jsonl" type=fault >"$tmp/fault"
expect_grep '"status":"crashed"' "$tmp/fault"
expect_grep '"params":{"fault":"teardown-crashes"}' "$tmp/fault"
expect_grep '"output":"about to crash' "$tmp/fault"
expect_grep '"faults":1' "$tmp/run.jsonl"

# The report has it, too, and so has one that is made again.
for format in table markdown; do
  expect_status 1 gkhost report "$tmp/run.jsonl" --format "$format"
  sed 's/[\]//g' "$tmp/out" | tr -s ' \n' ' ' >"$tmp/line"
  expect_grep 'crashed: family broken, teardown (fault=teardown-crashes), on cpu: the judge was ended by signal 11' "$tmp/line"
done

broken_teardown 'none, teardown-crashes' 4 'the judge was ended by signal 11 (Segmentation fault) in teardown' 1
broken_teardown teardown-crashes 2 'the judge was ended by signal 11 (Segmentation fault) in teardown' 1

broken_teardown 'teardown-leaves, none' 4 'the judge exited by itself with status 0 in teardown' 1

# A hang has the time that a case has.
broken_teardown 'teardown-hangs, none' 4 'did not finish within 1 s; raise timeout' 1
[ "$(wall_seconds)" -lt 5 ] || fail "it took $(wall_seconds) s"

expect_status 1 gkhost check "$top_builddir/tests/plugins/.libs/broken-family.so" \
  -s '*.fault=teardown-crashes'
expect_grep ': not sound$' "$tmp/out"
