#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A key that neither the host nor the family knows is an error with its line
# and the nearest key, and nothing is run.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf "[copy]\nrows = 4\nclos = 4\n" >"$tmp/a.ini"
expect_status 2 gkhost -c "$tmp/a.ini"
expect_grep "^gkhost: $tmp/a.ini:3: unknown key 'clos': did you mean 'cols'?"
expect_equal "$(cat "$tmp/out")" ""

printf "[suite]\nwarmpu = 4\n[copy]\n" >"$tmp/b.ini"
expect_status 2 gkhost --dry-run -c "$tmp/b.ini"
expect_grep "b.ini:2: unknown key 'warmpu': did you mean 'warmup'?"
