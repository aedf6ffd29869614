#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A page has all of each block, and at most 240 points a row, also where a case has
# more samples; one of 5,000 cases takes little memory.
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
        print text }
        print "{\"type\":\"end\"}" }' >"$tmp/run.jsonl"
}

# of_many N: of as many samples each, with 64 looks at the device.
of_many ()
{
  awk -v n="$1" 'BEGIN {
      # Binary32 of 1, 2, 3: 12 bytes, 16 characters.
      for (i = 0; i < n; i += 3)
        values = values "AACAPwAAAEAAAEBA"
      for (i = 0; i < 63; i += 3) {
        at = at "AACAPwAAgD8AAIA/"
        clock = clock "zgjsTpzkpk7OCOxO"
      }
    }
    { sub (/"values":"[^"]*"/, "\"values\":\"" values "\"")
      sub (/"samples":[0-9]*/, "\"samples\":" n)
      sub (/"median_s":[^,]*,"min_s":[^,]*,"max_s":[^,]*,"mean_s":[^,]*/, \
        "\"median_s\":2,\"min_s\":1,\"max_s\":3,\"mean_s\":2")
      sub (/"rate":/, "\"rate was\":")
      sub (/"of_limit":/, "\"share was\":")
      sub (/"telemetry":\{/, "&\"seen_at\":\"" at "\",\"seen_clock_sm\":\"" \
        clock "\",\"seen_power\":\"" clock "\",")
      print }' "$tmp/run.jsonl" >"$tmp/more.jsonl"
  mv "$tmp/more.jsonl" "$tmp/run.jsonl"
}

# page CASES MOST: prints the page of the run, of at most so many bytes.
page ()
{
  gkhost report "$tmp/run.jsonl" --format html >"$tmp/page.html"
  expect_grep "<p>$1 cases: " "$tmp/page.html"
  [ "$(wc -c <"$tmp/page.html")" -lt "$2" ] ||
    fail "$1 cases take $(wc -c <"$tmp/page.html") bytes"
}

# points FILE: the largest number of points of a row.
points ()
{
  grep -o 'class="dots" d="[^"]*' "$1" |
    awk '{ n = gsub (/z/, ""); most = n > most ? n : most } END { print most }'
}

many 500
page 500 2000000
expect_equal "$(grep -c 'aria-label="Ladder' "$tmp/page.html")" \
  "$(grep -c '<details id=' "$tmp/page.html")"
points=$(points "$tmp/page.html")
[ "$points" -gt 100 ] || fail "no row has more than $points points"

of_many 600
page 500 3000000
expect_equal "$(points "$tmp/page.html")" 240
expect_grep 'class="curve"' "$tmp/page.html"
# A picture by itself has the same points.
anchor=$(sed -n 's/^<details id="\([^"]*\)".*/\1/p' "$tmp/page.html" | sed -n 3p)
gkhost report "$tmp/run.jsonl" --format svg --only "$anchor" >"$tmp/out"
expect_equal "$(points "$tmp/out")" 240

requires_uninstrumented
many 5000
(
  ulimit -v 120000
  page 5000 20000000
)
