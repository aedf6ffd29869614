#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A page has all of each block, and at most 240 points a row, also where a case has
# more samples; it has less than 5 MB of however many cases, and says what it
# leaves out, and one of 5,000 cases takes little memory.
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

# imaginary NAME=VALUE...: a page of 6000 records that awk makes, of at most 5 MB.
imaginary ()
{
  local setting words=(-v cases=6000)

  for setting; do
    words+=(-v "$setting")
  done
  awk "${words[@]}" -f "$top_srcdir/tests/many-records.awk" >"$tmp/run.jsonl"
  # A case at the end did not pass.
  sed -i '/"case":5999,/ { s/"status":"ok"/"status":"wrong","reason":"so late"/
    s/"variant":"[^"]*"/"variant":"late"/ }' "$tmp/run.jsonl"
  gkhost report "$tmp/run.jsonl" --format html >"$tmp/page.html"
  [ "$(wc -c <"$tmp/page.html")" -lt 5000000 ] ||
    fail "$(wc -c <"$tmp/page.html") bytes of $*"
}

# expect_left_out BLOCKS ROWS: the page says how much it lacks, and has that.
expect_left_out ()
{
  local shown

  shown=$(sed -n "s/^<p>\([0-9]*\) of $1 blocks are shown, with [0-9]* of $2 rows: a page has at most 5000 rows and 5 MB.*/\1/p" \
    "$tmp/page.html")
  [ -n "$shown" ] || fail "it does not say that it has not all of $2 rows"
  expect_equal "$(grep -c '<h2 id="many-[0-9]*"' "$tmp/page.html")" "$shown"
}

# A block that has not passed is shown in any case, under its own number.
imaginary devices=1 variants=1
expect_left_out 6000 6000
expect_grep '<p>6000 cases: 5999 ok, 1 wrong' "$tmp/page.html"
expect_grep 'so late' "$tmp/page.html"
expect_grep '<h2 id="many-6000"' "$tmp/page.html"
expect_grep '<h2 id="many-1"' "$tmp/page.html"
expect_no_grep '<h2 id="many-5999"' "$tmp/page.html"
gkhost report "$tmp/run.jsonl" --format svg --only many-6000 >"$tmp/out"
expect_grep '>late' "$tmp/out"

# One block with more rows than a page: the baseline, what did not pass, and the
# fastest.
imaginary devices=1 variants=6000
expect_left_out 1 6000
expect_grep 'so late' "$tmp/page.html"
expect_grep '^<tr><td>v0 words=1</td>.*baseline' "$tmp/page.html"
expect_equal "$(grep -c '^<tr><td>v[0-9]* words=\|^<tr><td>late words=' \
  "$tmp/page.html")" "$(grep -o 'with [0-9]* of' "$tmp/page.html" | tr -dc 0-9)"

# A list of failures has an end.
imaginary devices=1 variants=20 status=wrong reason=so
expect_grep '<li>and [0-9]* more; --format table prints all</li>' "$tmp/page.html"

requires_uninstrumented
many 5000
(
  ulimit -v 120000
  page 5000 5000000
)
