#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A record tells how much device memory a variant took besides the problem's.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[copy]\nvariant = steady, cpu-stream\nrows = 8\ncols = 8\nmax_time = 1ms\n' \
  >"$tmp/a.ini"
gkhost -c "$tmp/a.ini" -d cpu -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/copy/.libs/copy.so" \
  -p "$top_builddir/tests/plugins/.libs/restless.so" >"$tmp/out" 2>&1 || :
records "$tmp/run.jsonl" type=case variant=cpu-stream >"$tmp/none"
records "$tmp/run.jsonl" type=case | grep -v '"variant":"cpu-stream"' >"$tmp/some"
expect_grep '"workspace":4[,}]' "$tmp/some"
if grep -q '"workspace"' "$tmp/none"; then
  fail 'workspace is told of a variant that took none'
fi
