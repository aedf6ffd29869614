#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A metric with a bad name, unit or value, one too many, or one of another callback is
# ignored, and the log says so once for each of these reasons.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[metrics]\nvariant = wrong, none\nmax_time = 1ms\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -d cpu -o "$tmp/run.jsonl" \
  -p "$top_builddir/tests/plugins/.libs/metrics.so"
records "$tmp/run.jsonl" type=case variant=wrong status=ok >"$tmp/wrong"

# Sixteen of the variant stay, and those of the family besides.
expect_equal "$(grep -o '"variant/[^"]*":[0-9.]*' "$tmp/wrong")" \
  "$(echo '"variant/m0":100.0' && for i in $(seq 15); do
    echo "\"variant/m$i\":$i.0"
  done)"
expect_grep '"metrics":{"residual":0.5,"iterations":7.0,"variant/m0"' "$tmp/wrong"

# ignored NAME REASON
ignored ()
{
  expect_equal "$(grep -o "gkhost: metric '$1' is ignored: $2" "$tmp/wrong" |
    grep -c .)" 1
}
ignored Upper 'this is not a valid name: it must begin with a lower-case letter'
ignored no-number 'its value is not finite'
ignored long-unit 'its unit must be a line of UTF-8 of 16 bytes at most'
ignored m16 'a family or a variant has 16 a case at most'
ignored m1 'only prepare, release and verify may set one'
# Setup belongs to the first case.
ignored too-early 'only prepare, release and verify may set one'
expect_equal "$(grep -o 'is ignored' "$tmp/wrong" | grep -c .)" 6
records "$tmp/run.jsonl" type=case variant=none status=ok >"$tmp/none"
[ -s "$tmp/none" ] || fail 'the second case has no record'
expect_no_grep 'is ignored' "$tmp/none"
