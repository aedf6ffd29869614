#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A report as HTML is one page that needs nothing else, is valid, and the same
# each time; it has what the Markdown report says, a section a block with an
# anchor, and pictures with marks inside their frames.  Its overview names the
# least time of each block, and a job's note stands above its first.
source "${top_srcdir:-.}/tests/functions.sh" || exit

run=$top_srcdir/results/h200-suite.jsonl
gkhost report "$run" --format html >"$tmp/page.html"
gkhost report "$run" --format html | cmp - "$tmp/page.html"

# Nothing is asked for, and nothing said twice.
expect_no_grep '//\|@import\|url(\|src=[^d]' "$tmp/page.html"
expect_equal "$(grep -c '^<script>$' "$tmp/page.html")" 1
grep -o ' id="[^"]*"' "$tmp/page.html" | sort | uniq -d >"$tmp/twice"
[ ! -s "$tmp/twice" ] || fail "anchors that are there twice: $(cat "$tmp/twice")"
grep -o 'href="#[^"]*"' "$tmp/page.html" | sed 's/href="#\(.*\)"/\1/' | sort -u |
  while read -r anchor; do
    grep -q " id=\"$anchor\"" "$tmp/page.html" || fail "nothing is at #$anchor"
  done

# Its title and its totals are the table's.
gkhost report "$run" >"$tmp/table"
expect_grep '^[0-9]* cases: [0-9]* ok' "$tmp/table"
expect_grep "^<h1>$(head -n 1 "$tmp/table")</h1>\$" "$tmp/page.html"
expect_grep "^<p>$(grep '^[0-9]* cases: ' "$tmp/table")</p>\$" "$tmp/page.html"
for anchor in copy-1 copy-1.samples matmul-large-2 roofline.cuda-0 \
  memory.cuda-0; do
  expect_grep " id=\"$anchor\"" "$tmp/page.html"
done
expect_grep "to reproduce: <code>gkhost -c conf/suite.ini --only \
&#39;copy/\*&#39; -o again.jsonl</code>" "$tmp/page.html"

# The least time, which the first marked row may not have, and its ties.
expect_grep 'href="#transpose-1">.*<td class="l">vector, and 1 tied with it</td><td>8.90 us' \
  "$tmp/page.html"
expect_grep 'href="#matmul-rect-1">.*<td class="l">best</td><td>11.5 us' \
  "$tmp/page.html"
# A share of other units' limit is marked, in its blocks alone; rooflines' tables
# have the fastest by time, and the rate of the block's table.
expect_equal "$(grep -c '^[a-z].* [0-9.]*%^ ' "$tmp/table")" 4
expect_grep '^\^  share of the limit of other units' "$tmp/table"
sed -n '/id="roofline.cuda-0"/,/<.section>/p' "$tmp/page.html" |
  sed 's/<[^>]*>/ /g; s/  */ /g' >"$tmp/roofline"
expect_grep ': n=2048 dtype=f32 .* 341 best 158 TFLOP/s 44.2% 947 TOP/s of tensor_i8 $' \
  "$tmp/roofline"
expect_grep ': m=320 .* 45.1 best 3.69 TOP/s 11.0% - $' "$tmp/roofline"
expect_grep 'TOP/s executed, logarithmic' "$tmp/roofline"
for title in '<h2 id="roofline.cuda-0">.*Roofline of cuda:0' \
  '<figcaption>Ladder<' '<summary>Samples<' \
  '<text class="t tag[^>]*>cublas-digits</text>'; do
  expect_grep "$title" "$tmp/page.html"
done
gkhost report "$top_srcdir/results/h200-tutorial.jsonl" --format html |
  sed -n '/^<p class="note">/,/^<h2 /s/^<[^>]*>//p' | head -n 3 >"$tmp/note"
sed -n '1s/^A copy computes nothing.*/1/p; 3s/^<a href="#copy-tiles-1">.*/3/p' \
  "$tmp/note" | cmp - <(printf '1\n3\n')

# Each row of the Markdown report, cell by cell.
gkhost report "$run" --format markdown | sed -n 's/^| //p' |
  grep -v -e '^---' -e '^variant' >"$tmp/rows"
sed -n 's/^<tr><td\( class="w"\)\{0,1\}>//p' "$tmp/page.html" |
  sed 's/ *<\/td><td[^>]*>/ | /g; s/ *<\/td><\/tr>$/ |/; s/&#60;/\\</g' |
  sed 's/[*~]/\\&/g' >"$tmp/cells"
[ -s "$tmp/rows" ] || fail 'no rows of Markdown'
grep -v -x -F -f "$tmp/cells" "$tmp/rows" >"$tmp/lost" || :
[ ! -s "$tmp/lost" ] || fail "rows that are not there: $(cat "$tmp/lost")"

# Runs that a page can't tell apart are refused.
cat "$run" "$run" >"$tmp/both.jsonl"
expect_status 2 gkhost report "$tmp/both.jsonl" --format html
expect_grep 'both.jsonl has 2 runs, which one page has no room for'
[ ! -s "$tmp/out" ] || fail 'a page was printed'

# Nothing ran.
grep -e '"type":"run"' -e '"status":"skipped"' -e '"type":"end"' "$run" \
  >"$tmp/skipped.jsonl"
expect_status 1 gkhost report "$tmp/skipped.jsonl" --format html
mv "$tmp/out" "$tmp/skipped.html"
expect_grep 'nothing ran' "$tmp/skipped.html"

requires python3 --version
for records in "$top_srcdir"/results/*.jsonl; do
  gkhost report "$records" --format html >"$tmp/any.html" || : # one was interrupted
  expect_status 0 python3 "$top_srcdir/tests/pictures.py" frames "$tmp/any.html"
done
requires tidy --version
for page in page skipped; do
  expect_status 0 tidy -e -q "$tmp/$page.html"
done
