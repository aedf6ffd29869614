#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A pipe or a file gets no progress line of a terminal's, but a plain one every
# minute, and none with -q.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 1 faults wrong
expect_equal "$(cat "$tmp/err")" ""
expect_no_grep "$(printf '\r')" "$tmp/out"

# Its first case hangs for 150 s.
virtual_clock 100000
seconds=150
# The audit of the other case would read that clock for minutes in a slow build.
expect_status 1 faults hangs -s '*.audit=no' -v
whole=$(sed -n 's/^where the time went, of \([0-9]*\)\..*/\1/p' "$tmp/err")
line='^gkhost: [0-2] of 2 cases\(, [0-9]*:[0-9][0-9] left\)\{0,1\}$'
sed '/which timed out$/,$d' "$tmp/err" >"$tmp/before"
expect_equal "$(grep -v "$line" "$tmp/before" | tr -d '\n')" ''
lines=$(grep -c "$line" "$tmp/before")
# A slow build reads the clock more often, which takes time, too.
[ "$whole" -ge 150 ] || fail "it took $whole s"
if [ "$lines" -lt $((whole / 60 - 1)) ] || [ "$lines" -gt $((whole / 60 + 1)) ]; then
  fail "$lines lines in $whole s"
fi
for how in -q --quiet; do
  expect_status 1 faults hangs "$how"
  expect_equal "$(cat "$tmp/err")" ''
done

# forecast ARG...: eleven cases, which end at once.
forecast ()
{
  printf '[transpose]\nrows = 500..510\ncols = 3\nvariant = declines\n' >"$tmp/a.ini"
  gkhost -c "$tmp/a.ini" -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
    -p "$top_builddir/tests/plugins/.libs/faults.so" "$@"
}

# How long it may take is said before it begins, from a minute on.
expect_status 0 forecast -s suite.min_time=20 -s suite.max_time=100
expect_equal "$(cat "$tmp/err")" \
  'gkhost: 11 cases, at least 3.7 min of sampling, at most 18 min'
expect_status 0 forecast -s suite.min_time=20 -s suite.max_time=100 -q
expect_equal "$(cat "$tmp/err")" ''
expect_status 0 forecast
expect_equal "$(cat "$tmp/err")" ''
