#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A report can be made again from the records, in each format.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 1 faults wrong
cp "$tmp/out" "$tmp/first"
expect_status 0 gkhost report "$tmp/run.jsonl"
expect_equal "$(cat "$tmp/out")" "$(cat "$tmp/first")"
for format in csv markdown jsonl; do
  expect_status 0 gkhost report "$tmp/run.jsonl" --format "$format"
  expect_grep right "$tmp/out"
done
expect_status 2 gkhost report "$tmp/none.jsonl"
expect_grep "none.jsonl"
expect_equal "$(gkhost report - <"$tmp/run.jsonl")" "$(cat "$tmp/first")"
for file in faults.ini report.csv; do
  [ -f "$tmp/$file" ] || gkhost report "$tmp/run.jsonl" --format csv >"$tmp/$file"
  expect_status 2 gkhost report "$tmp/$file"
  expect_grep "$file: this is not a file of records: name one that gkhost wrote with"
done

# Records may be another's: nothing in them speaks to the terminal.
sed 's/"\(variant\|device\|name\|unit\)":"/&\\u001b[31m/g' "$tmp/run.jsonl" \
  >"$tmp/odd.jsonl"
escape=$(printf '\033')
for format in table markdown; do
  expect_status 0 gkhost report "$tmp/odd.jsonl" --format "$format"
  expect_grep '31' "$tmp/out"
  expect_no_grep "$escape" "$tmp/out"
done
