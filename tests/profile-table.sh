#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# libexec/profile.sh reads the profiler's table by the names of its columns, and reports
# what is none.
source "${top_srcdir:-.}/tests/functions.sh" || exit

head='"ID","Kernel Name","gpu__time_duration.sum","other","sm__throughput.avg.pct_of_peak_sustained_elapsed"'
row='"0","f<""a"">(int, int)","1,250.5","x","61.25"'
# shellcheck disable=SC2016
printf '#!/bin/sh\ncat "$TABLE"\n' >"$tmp/ncu"
chmod +x "$tmp/ncu"

# explain LINE...: what the script prints of a table of these lines.
explain ()
{
  printf '%s\n' "$@" >"$tmp/table"
  TABLE=$tmp/table expect_status 0 sh "$top_srcdir/libexec/profile.sh" "$tmp/ncu" all true
  expect_no_grep .
}

explain '==PROF== Connected to process 1' "$row" "$head" '"","","us","","%"' "$row" ''
expect_equal "$(grep -c '^text	29' "$tmp/out")" 7
expect_grep '^text	4	  	f<"a">(int, int): 1.25 ms$' "$tmp/out"
expect_grep 'SM busy  *61\.2%  	near its limit' "$tmp/out"
expect_grep 'DRAM busy  *-  	not counted' "$tmp/out"
expect_no_grep '^broken' "$tmp/out"

# Units have two names.
while read -r unit time; do
  explain "$head" "\"\",\"\",\"$unit\",\"\",\"\"" '"0","f","2","","n/a"'
  expect_grep "^text	4	  	f: $time$" "$tmp/out"
  expect_grep 'SM busy  *-  	not counted' "$tmp/out"
done <<'END_OF_UNITS'
ns 2.00 ns
nsecond 2.00 ns
usecond 2.00 us
msecond 2.00 ms
second 2.00 s
cycle ?
END_OF_UNITS

# However a line is cut, it is a row, or reported as none.
for ((n = 1; n < ${#row}; n++)); do
  explain "$head" "${row:0:n}"
  grep -q -x -F "broken	${row:0:n}" "$tmp/out" || fail "${row:0:n} was read"
  expect_no_grep '^text' "$tmp/out"
done

# A table that has none of the columns.
explain '"ID"' '""' $'"7"\r'
expect_grep '^text	4	  	?: ?$' "$tmp/out"
expect_grep 'what binds it: 	not known' "$tmp/out"
