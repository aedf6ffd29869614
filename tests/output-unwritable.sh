#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# An -o that can't be written is an error of its own status, before or after the
# cases ran.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[copy]\nrows = 4\ncols = 4\n' >"$tmp/a.ini"
expect_status 3 gkhost -c "$tmp/a.ini" -o "$tmp/none/run.jsonl"
expect_grep "^gkhost: $tmp/none/run.jsonl can't be written: No such file"
expect_status 3 gkhost -c "$tmp/a.ini" -o "$tmp"
expect_grep 'is a folder'
if [ -c /dev/full ]; then
  expect_status 3 gkhost -c "$tmp/a.ini" -o /dev/full
  expect_grep '/dev/full'
  # The report is still there: nothing that was measured is lost.
  expect_grep 'cpu-memcpy' "$tmp/out"
fi
