#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost/family.h fills floats of 8 bits, and judges them: the right variant on each
# kind of data and at each size, and none that writes the next byte, adds in 8 bits, or
# writes what is no number.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# run VARIANT KEY...: some cases.
run ()
{
  printf '[bytes]\nvariant = %s\nmax_samples = 12\naudit = no\n' "$1" >"$tmp/a.ini"
  printf '%s\n' 'dtype = f8_e4m3, f8_e5m2' "${@:2}" >>"$tmp/a.ini"
  gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/tests/plugins/.libs/bytes.so"
}

expect_status 0 run right 'n = 1, 2, 17, 1000, 70001'
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 10
for data in wide normal sparse heavy graded; do
  expect_status 0 run right "data = $data"
done
for variant in one-off in-bytes no-number; do
  expect_status 1 run "$variant"
  expect_equal "$(count_records "$tmp/run.jsonl" type=case status=wrong)" 2
done
expect_grep 'dst\[500\] is nan' "$tmp/run.jsonl"
