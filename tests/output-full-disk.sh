#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Every command that can't write what it prints says so, and ends with a status
# of its own.
source "${top_srcdir:-.}/tests/functions.sh" || exit

[ -c /dev/full ] || skip 'needs /dev/full'
printf '[copy]\nrows = 4\ncols = 4\nvariant = cpu-memcpy\n' >"$tmp/a.ini"
so=$top_builddir/plugins/copy/.libs/copy.so
gkhost -c "$tmp/a.ini" -p "$so" -o "$tmp/run.jsonl" >"$tmp/out"

# full ARG...: gkhost with standard output on a full disk.
full ()
{
  local status=0

  gkhost "$@" >/dev/full 2>"$tmp/err" || status=$?
  expect_equal "$status" 3
  expect_equal "$(grep -c 'standard output is not complete' "$tmp/err")" 1
}

full list
full list -p "$so" copy
full list -c "$tmp/a.ini" -p "$so"
full devices
full --help
full --version
full -c "$tmp/a.ini" -p "$so" --dry-run
full -c "$tmp/a.ini" -p "$so"
full -c "$tmp/a.ini" -p "$so" --format csv
full report "$tmp/run.jsonl"
full report "$tmp/run.jsonl" --format jsonl
full check "$so" --only 'copy-2/cpu-memcpy'

# limited BLOCKS FILE ARG...: gkhost with standard output in FILE, where no file
# may grow beyond so many KiB.  What it says goes through a pipe, which has no
# such limit, and is all there when this returns.
limited ()
{
  local blocks=$1 file=$2 status=0
  shift 2

  (
    ulimit -f "$blocks"
    exec "$top_builddir/gkhost" "$@"
  ) 2>&1 >"$file" | cat >"$tmp/err" || status=${PIPESTATUS[0]}
  expect_equal "$status" 3
}

# A file that may not grow is the same: of the records, and of a list.
limited 0 /dev/null -c "$tmp/a.ini" -p "$so" -o "$tmp/none.jsonl"
expect_grep 'none.jsonl is not complete: File too large: run again with -o where'
limited 1 "$tmp/list" list -p "$so" copy
expect_grep 'standard output is not complete: File too large'
