#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A file that is not text is refused at once, with the line where it ceases to be.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf "[copy]\nrows = 4\0\n" >"$tmp/a.ini"
expect_status 2 gkhost --dry-run -c "$tmp/a.ini"
expect_grep "a.ini:2: this is not text"

expect_status 2 gkhost --dry-run -c "$(command -v bash)"
expect_grep "this is not text"
expect_equal "$(grep -c . "$tmp/err")" 1
