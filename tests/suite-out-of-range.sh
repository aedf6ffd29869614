#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A value out of range is an error that gives the range, however far out it is.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf "%s\n" "[copy]" "rows = 0" "cols = 99999999999999999999" \
  "timeout = 0" "warmup = 0" "noise = 2" >"$tmp/a.ini"
expect_status 2 gkhost --dry-run -c "$tmp/a.ini"
expect_grep "a.ini:2: rows: 0 is out of range: write 1 to "
expect_grep "a.ini:3: cols: 99999999999999999999 is out of range"
expect_grep "a.ini:4: timeout: 0 is out of range: write 0.1 to 86400 s$"
expect_grep "a.ini:5: warmup: 0 is out of range: write 1 to "
expect_grep "a.ini:6: noise: 2 is out of range: write 0 to 1"
