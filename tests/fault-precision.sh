#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A product that is wrong by a little is found, and what is less precise than
# its dtype passes only when it says so.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[matmul-square]\nn = 48\npad = 0, 3\ndtype = i32, f32, f64\n%s\n%s\n' \
  'layout = row, col' \
  'variant = cpu-naive, off-by-one, tf32-*, single' >"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/matmul-square/.libs/matmul-square.so" \
  -p "$top_builddir/tests/plugins/.libs/wrong-matmul.so"

# wrong VARIANT REASON: so it ends for all four ways that its matrices lie.
wrong ()
{
  local file=$tmp/$1

  records "$tmp/run.jsonl" "variant=$1" status=wrong >"$file"
  expect_equal "$(grep -c "\"reason\":\"c\[[^\"]*$2" "$file")" 4
  expect_no_grep '"time"' "$file"
}

wrong off-by-one 'should be .*(1 of 48 [a-z]* are wrong) ('
wrong single 'should be .* are wrong) (before .*exact data'
wrong tf32-like 'for a unit roundoff of 6e-08.*precise.*?.*wide data'

expect_equal "$(count_records "$tmp/run.jsonl" status=wrong)" 12
expect_equal "$(count_records "$tmp/run.jsonl" variant=cpu-naive status=ok)" 12
expect_equal \
  "$(count_records "$tmp/run.jsonl" variant=tf32-declared status=ok)" 4
expect_equal "$(grep -c '  yes, 2^-11' "$tmp/out")" 4
expect_grep '^2^-n  verified to this precision' "$tmp/out"
expect_equal "$(records "$tmp/run.jsonl" variant=tf32-declared status=ok |
  grep -c '"precision":0.00048828125[,}]')" 4
expect_grep '^cpu-naive .* yes' "$tmp/out"
