#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A key that stands twice in a section is an error that names both lines.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf "[copy]\nrows = 4\ncols = 4\nrows = 5\n" >"$tmp/a.ini"
expect_status 2 gkhost --dry-run -c "$tmp/a.ini"
expect_grep "a.ini:4: duplicate key 'rows': first on line 2"
