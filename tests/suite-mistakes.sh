#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Each mistake in a suite is an error that names the line and says what would be
# right; nothing is run.
source "${top_srcdir:-.}/tests/functions.sh" || exit
plugins_of copy transpose

# mistake SUITE PATTERN...: the lines of that suite, as printf writes them, give one
# message for each pattern, and no other.
mistake ()
{
  local suite=$1 pattern

  shift
  # shellcheck disable=SC2059 # escapes are meant
  printf "$suite" >"$tmp/a.ini"
  expect_status 2 gkhost -c "$tmp/a.ini"
  expect_equal "$(cat "$tmp/out")" ''
  for pattern; do
    expect_grep "^gkhost: \($tmp/a.ini\)\{0,1\}$pattern"
  done
  expect_equal "$(grep -c . "$tmp/err")" $#
}

mistake '[copy]\nrows = 4\ncols = 4\nrows = 5\n' \
  ":4: duplicate key 'rows': first on line 2"
# An empty one, too.
mistake '[copy]\n[transpose]\n[copy]\n' \
  ":3: duplicate section 'copy': first on line 1"
mistake '' '.* has no job: add a section such as'
mistake '; nothing here\n[suite]\ncache = hot\n' \
  '.* has no job: add a section such as'
mistake '[copy]\nrows = 4\0\n' ':2: this is not text'
mistake 'rows = 1\n[copy]\nrows\ncols =\n= 4\n' \
  ":1: 'rows' stands before any section" \
  ":3: no '=' in this line: write key = value" \
  ":4: 'cols' has no value" \
  ":5: no key before the '='"
# Refused before it takes any memory.
mistake '[copy]\nrows = 1..10000\ncols = 1..10000\n' \
  "job 'copy' brings the suite over 1000000 cases"

# What is not known, with the nearest that is.
mistake '[trnaspose]\nrows = 4\n' ":1: unknown family .*: did you mean 'transpose'?"
mistake '[small]\nfamily = trnaspose\n' \
  ":2: unknown family .*: did you mean 'transpose'?"
mistake '[small]\nfamily = fft\n' ":2: unknown family 'fft': there is copy, "
mistake '[copy]\nrows = 4\nclos = 4\n' ":3: unknown key 'clos': did you mean 'cols'?"
mistake '[suite]\nwarmpu = 4\n[copy]\n' \
  ":2: unknown key 'warmpu': did you mean 'warmup'?"
mistake '[copy]\nvariant = cpu-memcyp\n' ":2: variant: .*: did you mean 'cpu-memcpy'?"
mistake '[copy]\nvariant = cpu-*, gpu-*\n' \
  ":2: variant: .* no variant that matches 'gpu-\*'"
mistake '[copy]\nbaseline = cpu-memcyp\n' \
  ":2: baseline: .*: did you mean 'cpu-memcpy'?"
# A baseline or a tunable may only be wrong because the variant is.
mistake '[copy]\nvariant = cpu-memcyp\nbaseline = cpu-memcpy\n' ':2: variant: '

# However far out of range.
mistake '[copy]\nrows = 0\ncols = 99999999999999999999\ntimeout = 0\nwarmup = 0
noise = 2\n' \
  ':2: rows: 0 is out of range: write 1 to ' \
  ':3: cols: 99999999999999999999 is out of range' \
  ':4: timeout: 0 is out of range: write 0.1 to 86400 s$' \
  ':5: warmup: 0 is out of range: write 1 to ' \
  ':6: noise: 2 is out of range: write 0 to 1'
mistake '[copy]\nrows = many\ncols = 1.5\ndtype = f31\nverify = perhaps
timeout = soon\ncache = warm\n' \
  ":2: rows: 'many' is not a whole number: write digits only, .* is 1 to " \
  ":3: cols: '1.5' is not a whole number" \
  ":4: dtype: no such value 'f31'" \
  ":5: verify: 'perhaps' is neither yes nor no" \
  ":6: timeout: 'soon' is not a time: write seconds, or a number with its unit" \
  ":7: cache: no such value 'warm': write cold, hot"

# Values that are written as elsewhere.
mistake '[copy]\nrows = 1e6\ncols = 1,000\npad = 1 2\ndtype = i32 f32
variant = cpu-memcpy cpu-threads\ntimeout = 20 ms\nmax_time = 1#s\ndevice = gpu
cache = cold;or hot\n' \
  ':2: rows: .*: write digits only, such as 1000000' \
  ":3: cols: ',000': a comma separates values" \
  ":4: pad: '1 2' is not .*: separate values with commas$" \
  ':5: dtype: .*: separate values with commas$' \
  ':6: variant: .*: separate values with commas$' \
  ":7: timeout: '20 ms' is not a time: .*20ms or 1.5s" \
  ":8: max_time: .*; a comment after a value begins with ' ;'$" \
  ":9: device: no such device 'gpu': write auto, cpu, cuda, cuda" \
  ":10: cache: .*; a comment after a value begins with ' ;'$"
# Keys that were indented below another.
mistake '[copy]\nrows = 4\n  cols = 4\n' \
  ':2: rows: .*; keys begin in the first column, and an indented'

# The longest line is read whole; of one byte more the end is no other line.
blanks=$(printf '%184s' '')
mistake "[copy]\nrows = 4$blanks; notes\nrows = 4\n" \
  ':2: the line has 199 bytes, and at most 198 are read: continue the value'
printf '[copy]\nrows = 4%s; note\ncols = 4\n' "$blanks" >"$tmp/a.ini"
expect_equal "$(sed -n 2p "$tmp/a.ini" | tr -d '\n' | wc -c)" 198
expect_status 0 gkhost --dry-run -c "$tmp/a.ini"

# From another system, with a byte order mark and its own line ends: no mistake.
printf '\357\273\277[copy]\r\nrows = 4\r\ncols = 4 ; few' >"$tmp/a.ini"
expect_status 0 gkhost --dry-run -c "$tmp/a.ini"

# not_read FILE PATTERN: no suite at all.
not_read ()
{
  expect_status 2 gkhost --dry-run -c "$1"
  expect_grep "^gkhost: $1$2"
  expect_equal "$(grep -c . "$tmp/err")" 1
}

not_read "$tmp/none.ini" ": can't be opened: No such file"
# inih would take it for an empty file.
not_read "$tmp" ': is a directory'
not_read "$(command -v bash)" ':[0-9]*: this is not text'
# It can be opened and not read: the first page of a process is never mapped.
[ ! -r /proc/self/mem ] || not_read /proc/self/mem \
  ": can't be \(read: Input/output error\|opened: Permission denied\)$"
