#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Quick cases of a problem take their samples in turns; what one does in a turn of
# its own costs no other.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock

# suite NAME KEY=VALUE...: the problem of all that follows, settled as soon as
# there are turns enough.  However busy the machine, turns are worth their time.
suite ()
{
  local name=$1

  shift
  printf '%s\n' '[copy]' 'rows = 30' 'cols = 50' 'noise = 1' 'min_time = 0' \
    'max_time = 60' "$@" >"$tmp/$name.ini"
}

# try NAME STATUS OPTION...: runs it.
try ()
{
  local name=$1 status=$2

  shift 2
  expect_status "$status" gkhost -c "$tmp/$name.ini" -o "$tmp/$name.jsonl" \
    -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$top_builddir/tests/plugins/.libs/turns.so" "$@"
}

# Six slices of ten samples are the least that says what a median is worth; on a
# busy machine it takes more.
slices='"slices":([6-9]|[1-9][0-9])}'
suite two 'variant = steady, counts'
try two 0
expect_equal "$(grep -Ec '"samples":([6-9]|[0-9]{2})[0-9],.*'"$slices" \
  "$tmp/two.jsonl")" 2

# What each turn says is told once; one that is left out is no turn.
expect_grep '"log":\["always the same"\]' "$tmp/two.jsonl"
expect_grep '"log":\["turn 1","turn 2","turn 3","turn 4","turn 5","turn 6"' \
  "$tmp/two.jsonl"

# A later turn that goes wrong: the others' samples are what they were.
suite faulty 'variant = steady, crashes, spoils, counts'
try faulty 1
expect_equal "$(grep -Ec '"status":"ok".*'"$slices" "$tmp/faulty.jsonl")" 2
expect_grep '"variant":"crashes".*"reason":"unstable: .*passed in a process of' \
  "$tmp/faulty.jsonl"
expect_grep '"variant":"spoils".*"status":"wrong"' "$tmp/faulty.jsonl"
expect_grep '^4 cases: 2 ok, 2 wrong$' "$tmp/out"

# In a row: by itself, where there are too few samples for turns, in processes
# that are to differ, and where somebody may look on.
suite alone 'variant = counts'
try alone 0
suite few 'variant = steady, counts' 'max_samples = 59'
try few 0
suite rounds 'variant = steady, counts' 'rounds = 2'
try rounds 0
try two 0 --in-process
for name in alone few rounds two; do
  expect_grep '"status":"ok"' "$tmp/$name.jsonl"
  expect_no_grep '"slices"' "$tmp/$name.jsonl"
done
