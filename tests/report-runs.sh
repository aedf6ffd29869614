#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Of files of records that were put together, each run has a report of its own;
# where that can't be told apart it is refused.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 1 faults wrong
cp "$tmp/run.jsonl" "$tmp/first.jsonl"
expect_status 1 faults crashes
cp "$tmp/run.jsonl" "$tmp/second.jsonl"
cat "$tmp/first.jsonl" "$tmp/second.jsonl" >"$tmp/both.jsonl"

for format in table markdown jsonl; do
  for run in first second both; do
    gkhost report "$tmp/$run.jsonl" --format "$format" >"$tmp/$run"
  done
  {
    cat "$tmp/first"
    [ "$format" = jsonl ] || echo
    cat "$tmp/second"
  } | cmp - "$tmp/both"
done

expect_status 2 gkhost report "$tmp/both.jsonl" --format csv
expect_grep "both.jsonl has 2 runs, which rows of csv don't tell apart"
[ ! -s "$tmp/out" ] || fail 'rows were printed'
# As the message says.
line=$(sed 's/.*tail -n +\([0-9]*\).*/\1/' "$tmp/err")
gkhost report "$tmp/second.jsonl" --format csv >"$tmp/second"
tail -n "+$line" "$tmp/both.jsonl" | gkhost report - --format csv |
  cmp - "$tmp/second"

# The first was killed in the midst of a line.
head -c -20 "$tmp/first.jsonl" >"$tmp/both.jsonl"
cat "$tmp/second.jsonl" >>"$tmp/both.jsonl"
expect_status 0 gkhost report "$tmp/both.jsonl"
expect_grep 'both.jsonl:4: a record was cut short, and is left out; another begins'
expect_equal "$(grep -c '^2 cases: ' "$tmp/out")" 2
expect_grep 'the run was cut short' "$tmp/out"
