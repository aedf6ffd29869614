#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# --html FILE writes the page of a run when it has ended, the one that its records
# give, beside the report; what can't be written is said before anything runs,
# and nothing that the run reads is written over.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[copy]\nrows = 4\ncols = 4\nvariant = cpu-memcpy\nmax_time = 1ms\n' \
  >"$tmp/a.ini"
copy=$top_builddir/plugins/copy/.libs/copy.so
# What was there before is longer.
head -c 200000 /dev/zero >"$tmp/page.html"
expect_status 0 gkhost -c "$tmp/a.ini" -p "$copy" -o "$tmp/run.jsonl" \
  --html "$tmp/page.html"
expect_grep '^1 case: 1 ok$' "$tmp/out"
gkhost report "$tmp/run.jsonl" --format html | cmp - "$tmp/page.html"
# The command line of the page is this one, with other records.
expect_grep "gkhost -c $tmp/a.ini -p $copy -o again.jsonl</code>" \
  "$tmp/page.html"

cp "$tmp/page.html" "$tmp/before.html"
expect_status 3 gkhost -c "$tmp/a.ini" -p "$copy" --html "$tmp/none/page.html"
expect_grep "html $tmp/none/page.html can't be written: .*: name another file"
[ ! -s "$tmp/out" ] || fail 'it ran'
cp "$tmp/a.ini" "$tmp/before.ini"
expect_status 2 gkhost -c "$tmp/a.ini" -p "$copy" --html "$tmp/a.ini"
expect_grep "html $tmp/a.ini would write over $tmp/a.ini: name another file"
cmp "$tmp/a.ini" "$tmp/before.ini"
expect_status 2 gkhost -c "$tmp/a.ini" -p "$copy" -o "$tmp/run.jsonl" \
  --html "$tmp/run.jsonl"
expect_grep 'would write over'
# A run that can't begin leaves the page as it was.
expect_status 3 gkhost -c "$tmp/a.ini" -p "$copy" --html "$tmp/page.html" \
  -o "$tmp/none/run.jsonl"
cmp "$tmp/page.html" "$tmp/before.html"

expect_status 2 gkhost report "$tmp/run.jsonl" --html "$tmp/page.html"
expect_grep 'report does not accept --html'
expect_status 2 gkhost -c "$tmp/a.ini" --dry-run --html "$tmp/page.html"
expect_status 2 gkhost -c "$tmp/a.ini" --html "$tmp/a.html" --html "$tmp/b.html"
expect_grep 'is given twice'

[ -c /dev/full ] || skip 'the rest needs /dev/full'
expect_status 3 gkhost -c "$tmp/a.ini" -p "$copy" --html /dev/full
expect_grep "html /dev/full can't be written: No space left on device"
