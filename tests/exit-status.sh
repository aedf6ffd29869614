#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The documented statuses: passed, skipped, wrong, usage.
source "${top_srcdir:-.}/tests/functions.sh"

printf '[copy]\nrows = 4\ncols = 4\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -d cpu
expect_status 1 faults wrong
expect_status 2 gkhost
expect_grep 'name a suite with -c'
expect_status 2 gkhost --no-such-option
expect_status 2 gkhost lisst
expect_grep "there is no command 'lisst' .*: did you mean 'list'?"
expect_status 2 gkhost -c "$tmp/a.ini" --format xml
expect_grep "no format 'xml'; choose one of table"
expect_status 2 gkhost -c "$tmp/a.ini" --only 'nothing*'
expect_status 0 gkhost --help
expect_grep 'Exit status' "$tmp/out"
expect_status 0 gkhost --version
expect_grep '^gkhost [0-9]' "$tmp/out"
