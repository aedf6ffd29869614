#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Values that are written as elsewhere are an error that says how to write them.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '%s\n' '[copy]' 'rows = 1e6' 'cols = 1,000' 'pad = 1 2' \
  'dtype = i32 f32' 'variant = cpu-memcpy cpu-threads' 'timeout = 20 ms' \
  'max_time = 1#s' 'device = gpu' 'cache = cold;or hot' >"$tmp/a.ini"
expect_status 2 gkhost --dry-run -c "$tmp/a.ini"
expect_grep "a.ini:2: rows: .*: write digits only, such as 1000000"
expect_grep "a.ini:3: cols: ',000': a comma separates values"
expect_grep "a.ini:4: pad: '1 2' is not .*: separate values with commas$"
expect_grep "a.ini:5: dtype: .*: separate values with commas$"
expect_grep "a.ini:6: variant: .*: separate values with commas$"
expect_grep "a.ini:7: timeout: '20 ms' is not a time: .*20ms or 1.5s"
expect_grep "a.ini:8: max_time: .*; a comment after a value begins with ' ;'$"
expect_grep "a.ini:9: device: no such device 'gpu': write auto, cpu, cuda, cuda"
expect_grep "a.ini:10: cache: .*; a comment after a value begins with ' ;'$"

# Keys that were indented below another.
printf '[copy]\nrows = 4\n  cols = 4\n' >"$tmp/i.ini"
expect_status 2 gkhost --dry-run -c "$tmp/i.ini"
expect_grep "i.ini:2: rows: .*; keys begin in the first column, and an indented"

# A baseline or a tunable may only be wrong because the variant is.
printf '[copy]\nvariant = cpu-memcyp\nbaseline = cpu-memcpy\n' >"$tmp/b.ini"
expect_status 2 gkhost --dry-run -c "$tmp/b.ini"
expect_equal "$(wc -l <"$tmp/err")" 1
