#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# An indented line, which inih would join to the value above, is an error.
source "${top_srcdir:-.}/tests/functions.sh"

printf "[copy]\nrows = 4,\n  5\ncols = 4\n" >"$tmp/a.ini"
expect_status 2 gkhost --dry-run -c "$tmp/a.ini"
expect_grep "a.ini:3: a line must begin in the first column"
