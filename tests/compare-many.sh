#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# To compare many cases takes little time, whether they are of many problems, a
# peer in each, or each of them fails for a reason of its own: of ten times as
# many it takes ten times as long, whatever the machine.
source "${top_srcdir:-.}/tests/functions.sh" || exit
requires_uninstrumented

# many FILE CASES NAME=VALUE...: writes records.
many ()
{
  local file=$1 cases=$2 setting words=()

  shift 2
  for setting; do
    words+=(-v "$setting")
  done
  awk "${words[@]}" -v cases="$cases" -v devices=1 \
    -f "$top_srcdir/tests/many-records.awk" >"$file"
}

# seconds STATUS NAME FORMAT: what comparing NAME-old with NAME-new takes of the
# processor; one that takes far too long is ended.
seconds ()
{
  local TIMEFORMAT='%U %S' status=0

  { time (
    ulimit -t 30
    gkhost compare "$tmp/$2-old" "$tmp/$2-new" --format "$3" \
      >"$tmp/out" 2>"$tmp/err"
  ) || status=$?; } 2>"$tmp/time"
  [ ! -s "$tmp/err" ] || fail "$(cat "$tmp/err")"
  expect_equal "$status" "$1"
  awk '{ print $1 + $2 }' "$tmp/time"
}

# expect_quick STATUS FORMAT: one of three is made in time: another process may
# slow the others.
expect_quick ()
{
  local few many took=

  for _ in 1 2 3; do
    few=$(seconds "$1" few "$2")
    many=$(seconds "$1" many "$2")
    awk -v few="$few" -v many="$many" \
      'BEGIN { exit !(many < 12 * few + 0.05) }' && return
    took="$took, $many ($few of a tenth)"
  done
  fail "a comparison as $2 took${took#,} s"
}

for side in old new; do
  many "$tmp/few-$side" 2000 variants=10 peer=v0
  many "$tmp/many-$side" 20000 variants=10 peer=v0
done
expect_quick 0 jsonl
expect_equal "$(count_records "$tmp/out" type=change verdict=control)" 2000

for n in 2000 20000; do
  name=$([ $n = 2000 ] && echo few || echo many)
  many "$tmp/$name-old" $n variants=$n
  many "$tmp/$name-new" $n variants=$n status=wrong reason=so
done
expect_quick 1 markdown
expect_grep '^- wrong: so v19999$' "$tmp/out"
