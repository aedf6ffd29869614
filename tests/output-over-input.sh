#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The records are never written over the suite, a plugin, standard output's own
# file, or any other file but one of records or an empty one.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[copy]\nrows = 4\ncols = 4\nvariant = cpu-memcpy\n' >"$tmp/a.ini"
cp "$tmp/a.ini" "$tmp/before.ini"
cp "$top_builddir/plugins/copy/.libs/copy.so" "$tmp"

expect_status 2 gkhost -c "$tmp/a.ini" -p "$tmp/copy.so" -o "$tmp/a.ini"
expect_grep 'would write over'
cmp "$tmp/a.ini" "$tmp/before.ini"
ln "$tmp/copy.so" "$tmp/link.so"
expect_status 2 gkhost -c "$tmp/a.ini" -p "$tmp/copy.so" -o "$tmp/link.so"
cmp "$tmp/copy.so" "$top_builddir/plugins/copy/.libs/copy.so"

expect_status 3 gkhost -c "$tmp/a.ini" -p "$tmp/copy.so" -o "$tmp/out"
expect_grep 'is where standard output goes'

# kept FILE: what -o names stays as it is.
kept ()
{
  cp "$1" "$tmp/before"
  expect_status 3 gkhost -c "$tmp/a.ini" -p "$tmp/copy.so" -o "$1"
  expect_grep "^gkhost: $1 is no file of records: remove it, or name another file with -o\$"
  cmp "$1" "$tmp/before"
}

echo 'dear diary' >"$tmp/letter"
kept "$tmp/letter"
ln -s letter "$tmp/link"
kept "$tmp/link"
echo '{"type":"FeatureCollection"}' >"$tmp/map.json"
kept "$tmp/map.json"

# replaced: run.jsonl is.
replaced ()
{
  expect_status 0 gkhost -c "$tmp/a.ini" -p "$tmp/copy.so" -o "$tmp/run.jsonl"
  expect_equal "$(grep -c . "$tmp/run.jsonl")" 3
}
: >"$tmp/run.jsonl"
replaced
replaced
printf '{"ty' >"$tmp/run.jsonl" # of a run that was killed at once
replaced
