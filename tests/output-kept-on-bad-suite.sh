#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A suite with an error leaves an earlier run's records alone.
source "${top_srcdir:-.}/tests/functions.sh" || exit

echo precious >"$tmp/run.jsonl"
printf '[copy]\nrows = none\n' >"$tmp/a.ini"
expect_status 2 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
expect_equal "$(cat "$tmp/run.jsonl")" precious
