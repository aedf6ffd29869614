#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A key without a value, a line without a key and a key before any section are
# errors.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf "rows = 1\n[copy]\nrows\ncols =\n= 4\n" >"$tmp/a.ini"
expect_status 2 gkhost --dry-run -c "$tmp/a.ini"
expect_grep "a.ini:1: 'rows' stands before any section"
expect_grep "a.ini:3: no '=' in this line: write key = value"
expect_grep "a.ini:4: 'cols' has no value"
expect_grep "a.ini:5: no key before the '='"
