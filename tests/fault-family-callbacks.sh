#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A family that crashes, ends its process or hangs in setup, fill, vary or verify
# fails its cases as the family's fault, at once, and the reason names the
# callback; the run goes on with the next problem.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100000

# fault CALLBACK HOW TIMEOUT REASON
fault ()
{
  printf '[broken]\nfault = %s-%s, none\nvariant = first\ntimeout = %s\naudit = no\n' \
    "$1" "$2" "$3" >"$tmp/a.ini"
  expect_status 1 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/tests/plugins/.libs/broken-family.so"
  expect_equal "$(count_records "$tmp/run.jsonl" type=case)" 2
  expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 1
  records "$tmp/run.jsonl" type=case status=failed >"$tmp/failed"
  expect_grep "\"params\":{\"fault\":\"$1-$2\"}" "$tmp/failed"
  expect_grep "\"reason\":\"family broken: $4" "$tmp/failed"
  expect_no_grep '"time":' "$tmp/failed"
  # Nothing waits out the time of a case whose judge is gone.
  [ "$(wall_seconds)" -lt 20 ] || fail "it took $(wall_seconds) s"
}

for callback in setup fill vary verify; do
  fault "$callback" crashes 60 "the judge was ended by signal 11 (Segmentation fault) in $callback\""
  expect_grep '"output":"about to crash' "$tmp/failed"
  fault "$callback" leaves 60 "the judge exited by itself with status 0 in $callback\""
  fault "$callback" hangs 1 'did not finish within 1 s'
done
