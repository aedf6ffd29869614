#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# With --require-ran a run in which nothing ran does not pass.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[transpose]\nrows = 31\ncols = 17\nvariant = declines\n' >"$tmp/a.ini"
run ()
{
  gkhost -c "$tmp/a.ini" \
    -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
    -p "$top_builddir/tests/plugins/.libs/faults.so" "$@"
}
expect_status 0 run
expect_grep '1 skipped; nothing ran' "$tmp/out"
expect_status 1 run --require-ran
expect_grep '^gkhost: nothing ran: every case was skipped'
expect_status 0 run --require-ran -s transpose.variant=declines,right
expect_status 2 run --require-ran --dry-run
expect_status 2 gkhost list --require-ran
