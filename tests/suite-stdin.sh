#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# -c - reads the suite from standard input, once.
source "${top_srcdir:-.}/tests/functions.sh" || exit
plugins_of copy

from_stdin ()
{
  printf '[copy]\nrows = %s\ncols = 4\nvariant = cpu-memcpy\n' "$1" |
    gkhost -c - "${@:2}"
}

expect_status 0 from_stdin 4 -o "$tmp/run.jsonl"
expect_grep '^1 case: 1 ok$' "$tmp/out"
expect_grep '"suite":{"path":"standard input"' "$tmp/run.jsonl"
expect_status 0 from_stdin 4 -o "$tmp/run.jsonl" --resume
expect_grep 'run.jsonl has the results of 1 of 1 cases: none is run$'
expect_status 0 from_stdin 4 -o "$tmp/run.jsonl" --resume=failed
expect_grep '^gkhost: no case of .*run.jsonl that can run failed, crashed or timed out: none is run$'
expect_status 2 from_stdin 0
expect_grep '^gkhost: standard input:2: rows: 0 is out of range'
expect_status 2 gkhost -c -
expect_grep '^gkhost: standard input: has no job: add a section'
# The profiler's runs would find it empty.
expect_status 2 from_stdin 4 --profile
expect_grep '^gkhost: --profile reads the suite for each case: name a file with -c'
