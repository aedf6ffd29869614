#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A worker that falls when its case is over is told as that variant's, and no
# case is charged with it; the run fails.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[broken]\nfault = teardown-naps, none\nvariant = falls\n' >"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/tests/plugins/.libs/broken-family.so"
expect_grep '^gkhost: broken/falls: the worker was ended by signal 11 (Segmentation fault) while no callback was running, when its case was over'
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 2
# On a slow machine the worker of the second problem falls before it is ended, too.
[ "$(count_records "$tmp/run.jsonl" type=fault variant=falls status=crashed)" -ge 1 ] ||
  fail 'no fault is recorded'
expect_grep '"output":"about to crash' "$tmp/run.jsonl"
for format in table markdown; do
  expect_status 1 gkhost report "$tmp/run.jsonl" --format "$format"
  tr -s ' \n' ' ' <"$tmp/out" >"$tmp/line"
  expect_grep 'crashed: broken/falls (fault=teardown-naps), on cpu: the worker was ended' "$tmp/line"
done
