#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Of devices side by side, a run is gone on with wherever its file was cut, in
# rounds as well, and what failed is run again alone; --compare has the rounds of
# both builds on each device.
source "${top_srcdir:-.}/tests/functions.sh" || exit

export BESIDE_ODD=cuda:1 BESIDE_DEVICES=0
suite="[copy]
rows = 500
$beside_keys
device = cuda:*
variant = meets, wrong
rounds = 2"

# 2 variants on 4 devices in 2 rounds, of which one is wrong in both.
whole ()
{
  expect_grep '^8 cases: 7 ok, 1 wrong' "$tmp/out"
  expect_equal "$(grep -o '"case":[0-9]*,' "$tmp/run.jsonl" | sort -u | wc -l)" 16
  # One of the devices is wrong.
  status=0
  gkhost report "$tmp/run.jsonl" >"$tmp/again" || status=$?
  expect_equal "$status" 1
  cmp "$tmp/out" "$tmp/again" || fail 'gkhost report tells something else'
}

expect_status 1 beside "$suite"
whole
cp "$tmp/run.jsonl" "$tmp/whole.jsonl"
for lines in 1 2 7 12 17; do
  head -n "$lines" "$tmp/whole.jsonl" >"$tmp/run.jsonl"
  expect_status 1 beside "$suite" --resume
  expect_grep "has the results of $((lines - 1 < 16 ? lines - 1 : 16)) of 16 cases"
  whole
done

# Two builds of the plugin, on each device.
for build in old new; do
  mkdir "$tmp/$build"
  cp "$top_builddir/tests/plugins/.libs/beside.so" "$tmp/$build/"
done
unset BESIDE_ODD
export BESIDE_DEVICES=4 BESIDE_SECONDS=60
beside_run "${suite/, wrong/}"
status=0
"${beside_run[@]:0:${#beside_run[@]}-2}" --compare \
  "old=$tmp/old/beside.so new=$tmp/new/beside.so" >"$tmp/out" 2>"$tmp/err" ||
  status=$?
[ "$status" -le 1 ] || fail "status $status"
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 16
expect_equal "$(count_records "$tmp/run.jsonl" device=cuda:3 side=new)" 2
