#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# As csv and jsonl a report takes no more memory of many records than of few:
# none is kept.
source "${top_srcdir:-.}/tests/functions.sh" || exit
requires_uninstrumented

# many CASES: writes records to standard output.
many ()
{
  awk -v cases="$1" -v devices=1 -v variants=20 \
    -f "$top_srcdir/tests/many-records.awk"
}

# fits KIB FILE FORMAT: whether so much memory is enough for a report.
fits ()
{
  (
    ulimit -v "$1"
    gkhost report "$2" --format "$3" >"$tmp/out" 2>"$tmp/err"
  )
}

many 600 >"$tmp/few.jsonl"
many 20000 >"$tmp/run.jsonl"
for format in csv jsonl; do
  for ((kib = 4096; kib < 200000; kib += 1024)); do
    ! fits "$kib" "$tmp/few.jsonl" "$format" || break
  done
  # What lies in memory of 20,000 takes ten times as much.
  fits $((kib + 1024)) "$tmp/run.jsonl" "$format" ||
    fail "$format of many needs over $((kib + 1024)) KiB: $(cat "$tmp/err")"
done
expect_equal "$(wc -l <"$tmp/out")" 20002

# A table needs all of them: the limit tells the one from the other.
! fits $((kib + 1024)) "$tmp/run.jsonl" table ||
  fail 'a table needs no more: this shows nothing'
