#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant that ends the process with --in-process ends the run: its case has
# crashed, the report and the records are whole, and nothing has passed.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# here VARIANTS: runs them in one process.
here ()
{
  printf '[transpose]\nrows = 31\ncols = 17\nvariant = %s\n' "$1" >"$tmp/a.ini"
  timeout 60 "$top_builddir/gkhost" -c "$tmp/a.ini" -o "$tmp/run.jsonl" --in-process \
    -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
    -p "$top_builddir/tests/plugins/.libs/endings.so"
}

for way in exit plain-exit quick-exit pthread-exit; do
  expect_status 1 here "right, $way, forks-and-exits"
  expect_grep "^gkhost: a plugin called .*exit, which ends the run: leave out --in-process"
  expect_equal "$(count_records "$tmp/run.jsonl" type=case)" 2
  expect_equal "$(count_records "$tmp/run.jsonl" variant=right status=ok)" 1
  records "$tmp/run.jsonl" "variant=$way" status=crashed >"$tmp/record"
  expect_grep '"reason":"it called [a-z_]*exit"' "$tmp/record"
  expect_equal "$(count_records "$tmp/run.jsonl" type=end)" 1
  expect_grep "^ *right " "$tmp/out"
  expect_grep "^ *$way .*CRASHED" "$tmp/out"
done

# What it forks may end.
expect_status 0 here 'forks-and-exits, right'
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 2
expect_equal "$(count_records "$tmp/run.jsonl" type=end)" 1
