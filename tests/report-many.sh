#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A report of many records takes little time and memory, whether they are of
# many problems, of many variants or devices in one, or of many skips: of ten
# times as many it takes ten times as long, whatever the machine.  Of 100,000 it
# may take 6 s and 200 MB: here, a fifth of the memory, and time that a slow
# machine takes.
source "${top_srcdir:-.}/tests/functions.sh" || exit
requires_uninstrumented

# many NAME=VALUE...: writes records to $tmp/run.jsonl, and to $tmp/few.jsonl a
# tenth as many.
many ()
{
  local setting words=()

  for setting; do
    words+=(-v "$setting")
  done
  awk "${words[@]}" -v cases=20000 -f "$top_srcdir/tests/many-records.awk" \
    >"$tmp/run.jsonl"
  awk "${words[@]}" -v cases=2000 -f "$top_srcdir/tests/many-records.awk" \
    >"$tmp/few.jsonl"
}

# seconds FILE FORMAT: what a report takes of the processor; its memory is
# bounded, that of the program itself and its libraries included.
seconds ()
{
  local TIMEFORMAT='%U %S'

  { time (
    ulimit -v 64000
    gkhost report "$1" --format "$2" >"$tmp/out" 2>"$tmp/err"
  ); } 2>&1 | awk '{ print $1 + $2 }'
}

# expect_quick FORMAT: one of three reports is made in time: another process
# may slow the others.
expect_quick ()
{
  local few many took=

  for _ in 1 2 3; do
    few=$(seconds "$tmp/few.jsonl" "$1")
    many=$(seconds "$tmp/run.jsonl" "$1")
    [ ! -s "$tmp/err" ] || fail "$(cat "$tmp/err")"
    awk -v few="$few" -v many="$many" \
      'BEGIN { exit !(many < 10 && many < 15 * few + 0.05) }' && return
    took="$took, $many ($few of a tenth)"
  done
  fail "a report as $1 took${took#,} s"
}

many devices=1 variants=20
for format in table markdown csv junit html jsonl; do
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

# Each case a problem: 50,000 take as little as 20,000 may, 400,000 0.46 GB.
awk -v cases=50000 -v devices=1 -v variants=1 \
  -f "$top_srcdir/tests/many-records.awk" >"$tmp/run.jsonl"
seconds "$tmp/run.jsonl" table >/dev/null
[ ! -s "$tmp/err" ] || fail "$(cat "$tmp/err")"
expect_grep '^50000 cases: 50000 ok$' "$tmp/out"
