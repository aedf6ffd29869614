#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A suite that would make too many cases is refused before it takes any memory.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf "[copy]\nrows = 1..10000\ncols = 1..10000\n" >"$tmp/a.ini"
expect_status 2 gkhost --dry-run -c "$tmp/a.ini"
expect_grep "job 'copy' brings the suite over 1000000 cases"
