#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The longest line is read whole; one byte more is an error, and its end is not
# taken for another line.
source "${top_srcdir:-.}/tests/functions.sh" || exit

blanks=$(printf "%184s" "")
printf "[copy]\nrows = 4%s; note\ncols = 4\n" "$blanks" >"$tmp/a.ini"
expect_equal "$(sed -n 2p "$tmp/a.ini" | tr -d "\n" | wc -c)" 198
expect_status 0 gkhost --dry-run -c "$tmp/a.ini"

printf "[copy]\nrows = 4%s; notes\nrows = 4\n" "$blanks" >"$tmp/b.ini"
expect_status 2 gkhost --dry-run -c "$tmp/b.ini"
expect_grep "b.ini:2: the line has 199 bytes, and at most 198 are read: continue the value"
expect_equal "$(grep -c . "$tmp/err")" 1
