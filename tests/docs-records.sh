#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost(1) has the fields of records that `gkhost list fields` has, each with
# its type and unit, and no other; and the columns of CSV are those listed.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/docs-functions.sh"

# "case time.median_s (real, s)" from a listing, whose lines are in record after
# record.
expect_status 0 gkhost list fields
awk '/^[a-z]+ record$/ { record = $1; next }
  match ($0, /^    [a-z_0-9.]+ +\([^)]*\) ./) {
    split ($0, word, " ")
    match ($0, /\([^)]*\)/)
    print record, word[1], substr ($0, RSTART, RLENGTH)
  }' "$tmp/out" >"$tmp/list"
awk '/^\.Sh / { record = "" }
  /^\.Sh RECORDS/ { on = 1 }
  /^\.Sh ENV/ { exit }
  on && /^\.Ss / { record = tolower ($3) }
  on && /^\.It / {
    field = $0
    sub (/^\.It Va /, "", field)
    sub (/ Pq /, " (", field)
    print record, field ")"
  }' "$man/gkhost.1" >"$tmp/page"
for field in 'run host.load (real)' 'device l2 (integer, bytes)' \
  'case time.median_s (real, s)' 'end wall_s (real, s)'; do
  grep -q -x -F "$field" "$tmp/list" || fail "gkhost list fields lacks: $field"
done
same_lines 'gkhost list fields' "$tmp/list" 'gkhost(1)' "$tmp/page"

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
