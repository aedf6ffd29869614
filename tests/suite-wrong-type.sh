#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A value of the wrong type is an error that says what would be right.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf "%s\n" "[copy]" "rows = many" "cols = 1.5" "dtype = f31" \
  "verify = perhaps" "timeout = soon" "cache = warm" >"$tmp/a.ini"
expect_status 2 gkhost --dry-run -c "$tmp/a.ini"
expect_grep "a.ini:2: rows: 'many' is not a whole number: write digits only, .* is 1 to "
expect_grep "a.ini:3: cols: '1.5' is not a whole number"
expect_grep "a.ini:4: dtype: no such value 'f31'"
expect_grep "a.ini:5: verify: 'perhaps' is neither yes nor no"
expect_grep "a.ini:6: timeout: 'soon' is not a time: write seconds, or a number with its unit"
expect_grep "a.ini:7: cache: no such value 'warm': write cold, hot"
