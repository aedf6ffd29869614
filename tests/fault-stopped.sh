#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A worker that is stopped, or whose end another process is to know first, costs
# its own case the time that a case has, and nothing else any.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100000

endings ()
{
  printf '[transpose]\nrows = 31\ncols = 17\nvariant = %s, right\n%s\n' \
    "$1" "timeout = 1" >"$tmp/a.ini"
  timeout -k 1 600 "$gkhost" -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
    -p "$top_builddir/tests/plugins/.libs/endings.so"
}

expect_fault endings stops timeout 'did not finish within 1 s'

# By what it started itself.
endings is-traced >/dev/null 2>&1 || :
records "$tmp/run.jsonl" variant=is-traced status=failed >"$tmp/failed"
if [ ! -s "$tmp/failed" ]; then
  expect_fault endings is-traced timeout 'did not finish within 1 s'
fi
