#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A report that can't be written ends with a status of its own.
source "${top_srcdir:-.}/tests/functions.sh"

[ -c /dev/full ] || skip 'needs /dev/full'
printf '[copy]\nrows = 4\ncols = 4\n' >"$tmp/a.ini"
status=0
gkhost -c "$tmp/a.ini" >/dev/full 2>"$tmp/err" || status=$?
expect_equal "$status" 3
expect_grep 'could not be written'
