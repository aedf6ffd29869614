#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A page of 500 real cases is under 1 MB, and says that it thinned samples; one of
# 5,000 takes less memory than 300 MB by far.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# many N: so many cases out of those of two runs, a job more each time around.
many ()
{
  cat "$top_srcdir"/results/h200-{copy,transpose}.jsonl |
    awk -v n="$1" '/"type":"run"/ && NR == 1
      /"type":"case"/ { line[m++] = $0 }
      END { for (i = 0; i < n; i++) {
        text = line[i % m]
        sub (/"job":"/, "&r" int (i / m) (i % m < 345 ? "c-" : "t-"), text)
        sub (/"case":[0-9]*/, "\"case\":" i, text)
        match (text, /"problem":[0-9]*/)
        sub (/"problem":/, "&" 1 + int (i / m) (i % m < 345 ? 1 : 2), text)
        print text } }' >"$tmp/run.jsonl"
}

many 500
gkhost report "$tmp/run.jsonl" --format html >"$tmp/page.html"
expect_grep '<p>500 cases: ' "$tmp/page.html"
expect_grep 'samples a row is thinned' "$tmp/page.html"
[ "$(wc -c <"$tmp/page.html")" -lt 1000000 ] ||
  fail "500 cases take $(wc -c <"$tmp/page.html") bytes"

requires_uninstrumented
many 5000
(
  ulimit -v 120000
  gkhost report "$tmp/run.jsonl" --format html >"$tmp/page.html"
)
expect_grep '<p>5000 cases: ' "$tmp/page.html"
