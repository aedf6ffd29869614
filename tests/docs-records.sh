#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost-records(5) is what `make update-records-page` would write, so that it has
# each field of records; and the columns of CSV are those listed.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/docs-functions.sh"

expect_status 0 gkhost list fields
cp "$tmp/out" "$tmp/list"
awk -f "$man/records-page.awk" "$tmp/list" "$man/gkhost-records.in" >"$tmp/page"
cmp "$tmp/page" "$man/gkhost-records.5" >&2 ||
  fail "gkhost-records(5) is not up to date: make update-records-page"
grep '^@' "$tmp/page" && fail "the template names a record that is not listed"
for field in 'host.load Pq real' 'l2 Pq integer, bytes' \
  'time.median_s Pq real, s; CSV: median_s' 'wall_s Pq real, s'; do
  grep -q -x -F ".It Va $field" "$tmp/page" || fail "the page lacks: $field"
done
expect_equal "$(grep -c '^\.It Va ' "$tmp/page")" \
  "$(grep -c '^    [a-z]' "$tmp/list")"

# Keys that only name things are fields, not settings; a note and a search are of
# their job, not of a row.
expect_status 0 gkhost report "$top_srcdir/tests/sample-run.jsonl" --format csv
head -n 1 "$tmp/out" | tr , '\n' >"$tmp/columns"
{
  gkhost list fields | sed '/^comparison record/,$d' | tr -s '\n ' '  ' | grep -o 'CSV: [a-z_]*' |
    sed 's/CSV: //; /^a$/d'
  gkhost list keys | sed -n 's/^    \([a-z_]\+\) .*/\1/p' |
    grep -v -x -e family -e variant -e baseline -e device -e note \
      -e parallel -e search -e search_seed
} >"$tmp/named"
same_lines 'the columns' "$tmp/columns" 'the lists' "$tmp/named"
expect_equal "$(sort "$tmp/columns" | uniq -d)" ''
