#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A report of many records takes little time and memory, whether they are of
# many problems, of many variants or devices in one, or of many skips.  Of
# 100,000 it may take 6 s and 200 MB: here, a fifth of both, and half as much time
# again where the machine is slow.
source "${top_srcdir:-.}/tests/functions.sh"
requires_uninstrumented

# many NAME=VALUE...: writes records to $tmp/run.jsonl.
many ()
{
  local setting words=()

  for setting; do
    words+=(-v "$setting")
  done
  awk "${words[@]}" -v cases=20000 -f "$top_srcdir/tests/many-records.awk" \
    >"$tmp/run.jsonl"
}

# seconds FORMAT: what a report takes of the processor; its memory is bounded,
# that of the program itself and its libraries included.
seconds ()
{
  local TIMEFORMAT='%U %S'

  { time (
    ulimit -v 60000
    gkhost report "$tmp/run.jsonl" --format "$1" >"$tmp/out" 2>"$tmp/err"
  ); } 2>&1 | awk '{ print $1 + $2 }'
}

# expect_quick FORMAT: one of three reports is made in time: another process
# may slow the others.
expect_quick ()
{
  local took=

  for _ in 1 2 3; do
    took="$took $(seconds "$1")"
    [ ! -s "$tmp/err" ] || fail "$(cat "$tmp/err")"
    awk -v took="${took##* }" 'BEGIN { exit !(took < 1.8) }' && return
  done
  fail "a report as $1 took$took s, three times"
}

many devices=1 variants=20
for format in table markdown csv jsonl; do
  expect_quick "$format"
done
expect_equal "$(wc -l <"$tmp/out")" 20002
many devices=20000 variants=1
expect_quick table
many devices=1 variants=20000
expect_quick table
many devices=1 variants=20000 status=skipped
expect_quick table
expect_grep '^20000 cases: 20000 skipped; nothing ran$' "$tmp/out"
