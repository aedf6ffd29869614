#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# To find that a file has the results of many cases takes little time, and of
# ten times as many ten times as long.
source "${top_srcdir:-.}/tests/functions.sh" || exit
requires_uninstrumented

# resume_of NAME: goes on with cases that all have a result once they were run:
# their device is not there.
resume_of ()
{
  gkhost -c "$tmp/$1.ini" -o "$tmp/$1.jsonl" --resume \
    -p "$top_builddir/plugins/copy/.libs/copy.so"
}

# make_of NAME ROWS: their suite and their file.
make_of ()
{
  printf '[copy]\nrows = 1..%s\ncols = 1..200\n%s\n' "$2" \
    $'variant = cpu-memcpy\ndevice = cuda:77' >"$tmp/$1.ini"
  expect_status 1 resume_of "$1"
}

# seconds NAME: what it takes of the processor.
seconds ()
{
  local TIMEFORMAT='%U %S'

  { time expect_status 1 resume_of "$1"; } 2>&1 | awk '{ print $1 + $2 }'
}

# expect_quick: one of three is made in time: another process may slow the
# others.
expect_quick ()
{
  local few many took=

  for _ in 1 2 3; do
    few=$(seconds few)
    many=$(seconds many)
    expect_grep 'many.jsonl has the results of 20000 of 20000 cases: none is run'
    awk -v few="$few" -v many="$many" \
      'BEGIN { exit !(many < 4 && many < 15 * few + 0.05) }' && return
    took="$took, $many ($few of a tenth)"
  done
  fail "it took${took#,} s"
}

make_of few 10
make_of many 100
expect_quick
