#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# --bars draws a bar behind each time of the table, as long as the row is fast; a
# row without a time has none, and the rest of the table is as without.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# of MICROSECONDS STATUS
of ()
{
  printf '{"type":"case","job":"copy","problem":0,"family":"copy",%s' \
    "\"variant\":\"v$1\",\"device\":\"cpu\",\"status\":\"$2\","
  printf '"params":{},"mode":{"cache":"cold"},"time":{"median_s":%se-6}}\n' "$1"
}
{
  printf '{"type":"run","format":2,"devices":[]}\n'
  of 400 ok
  of 100 ok
  of 200 wrong
  of 9000 ok
} >"$tmp/run.jsonl"

gkhost report "$tmp/run.jsonl" --bars >"$tmp/bars"
gkhost report "$tmp/run.jsonl" >"$tmp/plain"
expect_grep '^v400  *400 us  *██  *-' "$tmp/bars"
expect_grep '^v100  *100 us<  *████████  *-' "$tmp/bars"
expect_grep '^v200  *-  *-  *-' "$tmp/bars"
expect_grep '^v9000  *9\.00 ms  *▏  *-' "$tmp/bars"
# Without the column, blanks apart.
sed 's/[█▏]*//g; s/ speed / /; s/^\(v200 *- *\)- /\1/' "$tmp/bars" |
  tr -s ' ' >"$tmp/without"
tr -s ' ' <"$tmp/plain" | diff - "$tmp/without" || fail 'the table is another'

expect_status 2 gkhost report "$tmp/run.jsonl" --bars --format csv
expect_grep 'bars belongs to the table, which is not printed with --format'
printf '[copy]\nrows = 4\ncols = 4\nvariant = cpu-memcpy\n' >"$tmp/a.ini"
expect_status 2 gkhost -c "$tmp/a.ini" --bars -o -
expect_grep 'bars belongs to the table, which is not printed with -o -'
expect_status 2 gkhost devices --bars
expect_grep 'devices does not accept --bars'
expect_status 0 gkhost -c "$tmp/a.ini" -s '*.max_time=1ms' --bars \
  -p "$top_builddir/plugins/copy/.libs/copy.so"
expect_grep ' ████████ ' "$tmp/out"
