#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A command line that lacks something, or asks for two things that exclude each
# other, is refused with what to give.
source "${top_srcdir:-.}/tests/functions.sh" || exit
plugins_of copy

printf '[copy]\nrows = 4\ncols = 4\n' >"$tmp/a.ini"
expect_status 2 gkhost -c
expect_grep '^gkhost: -c needs a value; see gkhost --help$'
expect_status 2 gkhost -c "$tmp/a.ini" --format
expect_grep '^gkhost: --format needs a value; see gkhost --help$'
expect_status 2 gkhost -c "$tmp/a.ini" --re
expect_grep "^gkhost: '--re' is short for several options: write one of resume, require-ran$"
expect_status 2 gkhost check
expect_grep '^gkhost: check needs a plugin: the path of its .so$'
expect_status 2 gkhost report
expect_grep '^gkhost: report needs the records of a run'
expect_status 2 gkhost -c "$tmp/a.ini" -o - --format csv
expect_grep '^gkhost: -o - and --format both write to standard output'
expect_status 2 gkhost a.so
expect_grep "use gkhost check a.so$"
expect_status 2 gkhost run.jsonl
expect_grep "use gkhost report run.jsonl$"
