#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant for a kind of device, or with an option, that only a later host knows
# is listed and skipped; the rest of the suite runs.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[transpose]\nrows = 5\ncols = 7\nvariant = cpu-naive, later-*\n' \
  >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
  -p "$top_builddir/tests/plugins/.libs/later.so"
expect_equal "$(count_records "$tmp/run.jsonl" variant=cpu-naive status=ok)" 1

# skipped VARIANT REASON
skipped ()
{
  records "$tmp/run.jsonl" variant="$1" status=skipped >"$tmp/skipped"
  expect_grep "$2" "$tmp/skipped"
}

later='that this gkhost does not know; a newer gkhost is needed'
skipped later-kind "it is for a kind of device $later"
skipped later-type "option 'later' has a type, or a default, $later"
skipped later-dtype "option 'element' has a type, or a default, $later"
expect_status 0 gkhost list transpose \
  -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
  -p "$top_builddir/tests/plugins/.libs/later.so"
expect_grep 'later-kind' "$tmp/out"
