#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A page of 500 cases is under 1 MB, however they are spread over blocks, and says
# what it thinned and left out; one of 5,000 takes less memory than 300 MB by far.
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

# blocks N ROWS: cases of the same, a job for each so many.  What the block's
# first has for a problem and a mode its others have.
blocks ()
{
  cat "$top_srcdir"/results/h200-{copy,transpose}.jsonl |
    awk -v n="$1" -v rows="$2" '
      function part(text, name) {
        match (text, "\"" name "\":\\{[^}]*\\}")
        return substr (text, RSTART, RLENGTH)
      }
      /"type":"run"/ && NR == 1
      /"type":"case"/ && /"status":"ok"/ { line[m++] = $0 }
      END { split ("params mode settings", same, " ")
        for (i = 0; i < n; i++) {
          block = int (i / rows)
          text = line[(block * 7 + i % rows) % m]
          if (i % rows == 0)
            first = text
          for (j = 1; j <= 3; j++)
            sub ("\"" same[j] "\":\\{[^}]*\\}", part(first, same[j]), text)
          sub (/"family":"[^"]*"/, "\"family\":\"copy\"", text)
          sub (/"job":"[^"]*"/, "\"job\":\"r" block "-padded\"", text)
          sub (/"case":[0-9]*/, "\"case\":" i, text)
          sub (/"problem":[0-9]*/, "\"problem\":" block, text)
          print text } }' >"$tmp/run.jsonl"
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
      sub (/"telemetry":\{/, "&\"seen_at\":\"" at "\",\"seen_clock_sm\":\"" \
        clock "\",\"seen_power\":\"" clock "\",")
      print }' "$tmp/run.jsonl" >"$tmp/more.jsonl"
  mv "$tmp/more.jsonl" "$tmp/run.jsonl"
}

# fits CASES: the page of the run does.
fits ()
{
  gkhost report "$tmp/run.jsonl" --format html >"$tmp/page.html"
  expect_grep "<p>$1 cases: " "$tmp/page.html"
  [ "$(wc -c <"$tmp/page.html")" -lt 1000000 ] ||
    fail "$1 cases take $(wc -c <"$tmp/page.html") bytes"
}

# drawn WHAT CLASS: some of these or none.
drawn ()
{
  local n

  n=$(grep -c "class=\"$2\"" "$tmp/page.html" || :)
  case $1 in
  some) [ "$n" -gt 0 ] || fail "nothing of class $2" ;;
  none) expect_equal "$n" 0 ;;
  esac
}

many 500
fits 500
expect_grep 'samples are thinned to [0-9]* per row: [0-9]* of [0-9]* points are drawn' \
  "$tmp/page.html"
drawn some dots
told=$(sed -n 's/.*thinned to \([0-9]*\) per row.*/\1/p' "$tmp/page.html")
[ "$told" -ge 16 ] || fail "no more than $told points a row"
# Of no row more than are told.
grep -o 'class="dots" d="[^"]*' "$tmp/page.html" |
  awk -v told="$told" '{ n = gsub (/z/, "z"); all += n }
    n > told { print "a row has " n; exit 1 }
    END { print all }' >"$tmp/points" || fail "$(cat "$tmp/points")"
expect_grep "thinned to $told per row: $(tail -n 1 "$tmp/points") of " "$tmp/page.html"
# A picture by itself has them.
anchor=$(sed -n 's/^<details id="\([^"]*\)".*/\1/p' "$tmp/page.html" | sed -n 3p)
gkhost report "$tmp/run.jsonl" --format svg --only "$anchor" >"$tmp/out"
[ "$(grep 'class="dots"' "$tmp/out" | head -n 1 | tr -cd z | wc -c)" -gt "$told" ] ||
  fail "$anchor has no more points by itself"

# As many blocks as cases: no ladder of one row, whose table says the same.
blocks 340 1
fits 340
expect_grep 'left out to bound the size of the page: .*ladders of one row' "$tmp/page.html"
expect_no_grep 'aria-label="Ladder' "$tmp/page.html"
drawn some dots
blocks 500 1
fits 500
for rows in 2 3 25; do
  blocks 500 "$rows"
  fits 500
  expect_grep 'aria-label="Ladder' "$tmp/page.html"
done

# Many samples, and looks at the device.
for rows in 1 3 25; do
  blocks 500 "$rows"
  of_many 600
  fits 500
done
drawn some dots
drawn some curve

# A small page has all of it.
blocks 12 1
fits 12
expect_no_grep 'thinned\|left out to bound' "$tmp/page.html"
expect_equal "$(grep -c 'aria-label="Ladder' "$tmp/page.html")" 12
expect_no_grep ' id="marks"' "$tmp/page.html"

requires_uninstrumented
many 5000
(
  ulimit -v 120000
  gkhost report "$tmp/run.jsonl" --format html >"$tmp/page.html"
)
expect_grep '<p>5000 cases: ' "$tmp/page.html"
[ "$(wc -c <"$tmp/page.html")" -lt 10000000 ] ||
  fail "5000 cases take $(wc -c <"$tmp/page.html") bytes"
# What marks say stands once, since there is no room for it below each table.
expect_grep 'legends below tables (see the end)' "$tmp/page.html"
expect_equal "$(grep -c '  the fastest row of its block, and rows' "$tmp/page.html")" 1
expect_grep ' id="marks"' "$tmp/page.html"
