#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What vary changes shows in the sum and in the maximum of a long list, so that the
# result of an earlier generation does not pass for the next.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_unsanitized

# run VARIANT KEY...: one case.
run ()
{
  printf '[sums]\nvariant = %s\nmax_time = 300ms\nmin_samples = 3\naudit = no\n' "$1" >"$tmp/a.ini"
  printf '%s\n' "${@:2}" >>"$tmp/a.ini"
  # A quarter of the default will do, but in .ci/nightly.
  all_trials || echo "n = $((1 << 21))" >>"$tmp/a.ini"
  gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/tests/plugins/.libs/sums.so"
}

for keys in 'data = sparse' 'dtype = f64' 'dtype = i32' \
  'greatest = 1' $'greatest = 1\ndtype = i32' $'greatest = 1\ndtype = i16'; do
  expect_status 0 run right "$keys"
  expect_status 1 run again "$keys"
  expect_equal "$(count_records "$tmp/run.jsonl" type=case status=wrong)" 1
done
