#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# JUnit's XML for the pages of CI: a test a case, of which each but the right ones
# says what came of it; and names and reasons of anybody's making are text.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# well_formed: what was printed, where there is a parser to ask.
well_formed ()
{
  ! command -v xmllint >/dev/null || expect_status 0 xmllint --noout "$tmp/xml"
}

# suite TESTS FAILURES ERRORS SKIPPED: what it says of all.
suite ()
{
  cp "$tmp/out" "$tmp/xml"
  expect_grep "tests=\"$1\" failures=\"$2\" errors=\"$3\" skipped=\"$4\"" "$tmp/xml"
  expect_equal "$(grep -c '<testcase ' "$tmp/xml")" "$1"
  expect_equal "$(grep -c '</failure>$' "$tmp/xml")" "$2"
  well_formed
}

expect_status 1 faults 'wrong, crashes, declines' --format junit
suite 4 1 1 1
expect_grep '<testcase classname="transpose" name="transpose/wrong (rows=31 ' "$tmp/xml"
expect_grep '<failure message="dst\[.*" type="wrong">dst\[' "$tmp/xml"
expect_grep '<error message=".*" type="crashed">' "$tmp/xml"
expect_grep '<skipped message=' "$tmp/xml"
expect_equal "$(grep -c '<property name="median_s" value="[0-9]' "$tmp/xml")" 1

# Again from the records, and from those of a run that did not come to its end.
expect_status 0 gkhost report "$tmp/run.jsonl" --format junit
expect_equal "$(cat "$tmp/out")" "$(cat "$tmp/xml")"
sed '$d' "$tmp/run.jsonl" >"$tmp/cut.jsonl"
gkhost report "$tmp/cut.jsonl" --format junit >"$tmp/out" || :
suite 5 1 2 1
expect_grep '<error message="the run has no end: .*type="incomplete">' "$tmp/xml"

# Another's texts.
for text in '</testcase><script>' '\\" x=\\"1' "' \\\\& \\\\&lt; ]]>" '\\u001b[31m' \
  '\\n\\t' '\\uffff' '\\u202e'; do
  awk -v text="$text" '{
      gsub (/"(job|variant|reason|device)":"/, "&" text)
      print
    }' "$tmp/run.jsonl" >"$tmp/odd.jsonl"
  expect_status 0 gkhost report "$tmp/odd.jsonl" --format junit
  expect_equal "$(grep -c '<testcase ' "$tmp/out")" 4
  expect_no_grep '<script' "$tmp/out"
  expect_no_grep "$(printf '\033')" "$tmp/out"
  cp "$tmp/out" "$tmp/xml"
  well_formed
done

# A comparison.
sed 's/"verdicts":[^]]*],//; s/"variant":"right".*"time":{"median_s":/&1/; s/,"values":"[^"]*"//
  /"variant":"right"/s/"time":/"verdicts":["shared","throttled"],&/' \
  "$tmp/run.jsonl" >"$tmp/slow.jsonl"
gkhost report "$tmp/slow.jsonl" --format junit >"$tmp/out"
expect_grep '<property name="caveats" value="shared, throttled' "$tmp/out"
gkhost compare "$tmp/run.jsonl" "$tmp/slow.jsonl" --format junit >"$tmp/out" || :
cp "$tmp/out" "$tmp/xml"
well_formed
expect_grep '<testcase classname="transpose" name="right, transpose: rows=31 ' "$tmp/xml"
expect_grep '<property name="new_median_s" value="1' "$tmp/xml"
expect_grep '<property name="new_caveats" value="shared, throttled' "$tmp/xml"
