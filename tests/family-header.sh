#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A family made by gkhost/family.h is sound, on each of its dtypes and kinds of data,
# and variants that are wrong in one element are found, also where only some lines of
# a large output are judged.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_unsanitized
plugin=$top_builddir/tests/plugins/.libs/segments.so

# One variant for each family, of the types, is examined with altered results.  All
# sizes but the largest will do but in .ci/nightly.
few=()
all_trials || few=(--only 'segments-[!6]*/*')
status=0
gkhost check "$plugin" -s '*.variant=loop' -s '*.dtype=f32, i64' "${few[@]}" \
  >"$tmp/out" 2>"$tmp/err" || status=$?
expect_equal "$status" 0
# On a busy machine the largest are left out.
expect_grep '^loop: [0-9]* cases right\(, [0-9]* skipped\)\{0,1\}$' "$tmp/out"
expect_grep ': sound: [0-9]* case' "$tmp/out"

# run VARIANT KEY...: one case, on which each kind of data is verified.
run ()
{
  {
    printf '[segments]\nvariant = %s\nmax_time = 10ms\naudit = no\n' "$1"
    printf '%s\n' "${@:2}"
  } >"$tmp/a.ini"
  gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" -p "$plugin"
}

# wrong VARIANT REASON KEY...: it is, for this reason.
wrong ()
{
  expect_status 1 run "$1" "${@:3}"
  expect_equal "$(count_records "$tmp/run.jsonl" type=case status=wrong)" 1
  records "$tmp/run.jsonl" type=case >"$tmp/case"
  expect_grep "$2" "$tmp/case"
}

for data in random exact zero normal sparse heavy graded; do
  expect_status 0 run loop "data = $data"
  expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 1
done
for dtype in i8 i64 u16 u32 f16 bf16 f64; do
  expect_status 0 run loop "dtype = $dtype"
done
expect_status 0 run loop "dtype = i64"
expect_no_grep '"bound"' "$tmp/run.jsonl"

wrong odd 'sum\[77\] is [-0-9.e]*, should be [-0-9.e]* '
wrong nan 'sum\[77\] is -*nan, should be'
wrong tag 'moved\[77\] is [-0-9]*, should be [-0-9]* '
wrong out 'sum\[77\] is .* (never written), should be'
# Which of them is first depends on what changed.
wrong again 'sum\[[0-9]*\] is .*, should be'
wrong again 'sum\[[0-9]*\] is .*, should be' 'dtype = i64'

# Most lines are not judged, but that one is no number, that one not written, and
# these are where the inputs changed.
many=('parts = 20000' 'repeats = 1000000')
expect_status 0 run loop "${many[@]}"
expect_grep '"method": *"each element of some lines"' "$tmp/run.jsonl"
wrong nan 'sum\[77\] is -*nan, should be' "${many[@]}"
wrong out 'sum\[77\] is .* (never written), should be' "${many[@]}"
wrong late 'sum\[[0-9]*\] is .*, should be' "${many[@]}"
