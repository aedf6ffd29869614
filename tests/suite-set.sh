#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# -s sets a key of one job, of all that match, or of the defaults; what is wrong
# with it is said with the argument.
source "${top_srcdir:-.}/tests/functions.sh" || exit
plugins_of copy transpose

printf "[copy]\nrows = 0\n[transpose]\nrows = 0\n" >"$tmp/a.ini"
expect_status 2 gkhost --dry-run -c "$tmp/a.ini" -s copy.rows=4
expect_grep "a.ini:4: rows: 0 is out of range"
expect_no_grep "a.ini:2:"
expect_status 0 gkhost --dry-run -c "$tmp/a.ini" -s "*.rows=4"

printf "[copy]\n[transpose]\n" >"$tmp/b.ini"
expect_status 0 gkhost --dry-run -c "$tmp/b.ini" -s suite.rows=4
expect_status 2 gkhost --dry-run -c "$tmp/b.ini" -s suite.rows=0
expect_grep "^gkhost: -s suite.rows: rows: 0 is out of range"
expect_status 2 gkhost --dry-run -c "$tmp/b.ini" -s cpoy.rows=4
expect_grep "has no section 'cpoy': did you mean 'copy'?"

# However many jobs it is for, it is told of once, as it was written.
expect_status 2 gkhost --dry-run -c "$tmp/b.ini" -s '*.rows=0'
expect_grep "^gkhost: -s \*.rows: rows: 0 is out of range"
expect_equal "$(wc -l <"$tmp/err")" 1
expect_status 2 gkhost --dry-run -c "$tmp/b.ini" -s '*.rosw=1' -s '*.cache=x'
expect_grep "^gkhost: -s \*.rosw: unknown key 'rosw': did you mean 'rows'?$"
expect_grep "^gkhost: -s \*.cache: cache: "
expect_equal "$(wc -l <"$tmp/err")" 2

expect_status 2 gkhost --dry-run -c "$tmp/b.ini" -s copy.rows
expect_grep "^gkhost: -s copy.rows: write JOB.KEY=VALUE"
