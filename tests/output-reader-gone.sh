#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A reader that leaves before the end is told of, with a status of its own, and
# ends a run whose records nobody gets.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[copy]\nrows = 4\ncols = 1..40\nvariant = cpu-memcpy\naudit = no\nmax_time = 10ms\n' >"$tmp/a.ini"
so=$top_builddir/plugins/copy/.libs/copy.so

# gone ARG...: gkhost into a pipe that nobody reads from.
gone ()
{
  {
    # The reader has left when this is read.
    read -r _ || :
    status=0
    gkhost "$@" 2>"$tmp/err" || status=$?
    echo "$status" >"$tmp/status"
  } < <(sleep 0.2) | :
  cat "$tmp/status"
}

expect_equal "$(gone list)" 3
expect_equal "$(gone -c "$tmp/a.ini" -p "$so" --dry-run)" 3
expect_grep 'standard output is not complete: Broken pipe: read it to its'
expect_equal "$(gone -c "$tmp/a.ini" -p "$so" -o "$tmp/run.jsonl")" 3
expect_equal "$(count_records "$tmp/run.jsonl" status=ok)" 40
expect_equal "$(count_records "$tmp/run.jsonl" type=end)" 1
for format in table csv jsonl; do
  expect_equal "$(gone report "$tmp/run.jsonl" --format "$format")" 3
done

# Rows that nobody reads cost no record.
expect_equal "$(gone -c "$tmp/a.ini" -p "$so" -o "$tmp/rows.jsonl" \
  --format csv)" 3
expect_equal "$(grep -c 'standard output is not complete' "$tmp/err")" 1
expect_equal "$(count_records "$tmp/rows.jsonl" status=ok)" 40

# Nothing more is run then: not what would take a minute.
printf '[%s]\nfamily = transpose\nrows = 31\ncols = 17\nvariant = %s\n' \
  first right second 'hangs
timeout = 60' >"$tmp/a.ini"
for to in '-o -' '--format csv' '--format jsonl'; do
  SECONDS=0
  # shellcheck disable=SC2086 # an option and its value
  expect_equal "$(gone -c "$tmp/a.ini" $to \
    -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
    -p "$top_builddir/tests/plugins/.libs/endings.so")" 3
  expect_grep 'standard output is not complete: Broken pipe'
  [ "$SECONDS" -lt 30 ] || fail 'it went on'
done
