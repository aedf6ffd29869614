#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Who times and who judges have nothing in common: not the family's plugin, not
# the variant's, no memory, and no seed that could be known beforehand.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[transpose]\nrows = 31\ncols = 17\nvariant = pries\n' >"$tmp/a.ini"

# run ARG...: its records go to $tmp/run.jsonl.
run ()
{
  PRIES_LOADED=$tmp/loaded expect_status 0 gkhost -c "$tmp/a.ini" \
    -o "$tmp/run.jsonl" -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
    -p "$top_builddir/tests/plugins/.libs/pries.so" "$@"
  expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 1
  seeds=$(grep -o '"inputs":[1-9][0-9]*' "$tmp/run.jsonl")
}

run
first=$seeds
expect_grep worker "$tmp/loaded"
expect_no_grep judge "$tmp/loaded"
expect_grep '"judge":"apart"' "$tmp/run.jsonl"

run
[ "$seeds" != "$first" ] || fail "two runs have $first"
# An audit goes on to seeds that follow from it.
run -s '*.seed=7' -s '*.audit=no'
expect_equal "$seeds" '"inputs":7'
# What verify chooses follows from no seed of the user's.
choice=$(grep -o '"choice":[0-9]*' "$tmp/run.jsonl")
run -s '*.seed=7' -s '*.audit=no'
expect_equal "$seeds" '"inputs":7'
[ "$(grep -o '"choice":[0-9]*' "$tmp/run.jsonl")" != "$choice" ] ||
  fail "two runs have $choice"
