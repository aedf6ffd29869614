#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A section that stands twice is an error that names both lines, an empty one
# too.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf "[copy]\n[transpose]\n[copy]\n" >"$tmp/a.ini"
expect_status 2 gkhost --dry-run -c "$tmp/a.ini"
expect_grep "a.ini:3: duplicate section 'copy': first on line 1"
