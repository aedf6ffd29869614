#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The output that README.md shows, the pictures, and the winner that gkhost(1)
# shows, are what gkhost makes of the records in results/.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/docs-functions.sh"

results=$top_srcdir/results

# transpositions ARG...: a report of the GPU's rows of one problem; results/README.md
# has the command line.
transpositions ()
{
  grep -e '"type":"run"' -e '"job":"transpose-large".*"device":"cuda:0"' \
    "$results/h200-suite.jsonl" | gkhost report - "$@" || :
}

transpositions | sed -n '/^transpose-large/,/^cublas/p' >"$tmp/made"
sed -n '/^<!-- results: begin -->/,/^<!-- results: end -->/p' "$readme" |
  grep -v -e '^<!--' -e '^```' >"$tmp/shown"
diff "$tmp/shown" "$tmp/made" || fail 'README.md shows another output'

transpositions --format svg --only transpose-large-1 >"$tmp/ladder.svg"
expect_status 0 gkhost report "$results/h200-matmul.jsonl" --format svg \
  --only roofline.cuda-0
cp "$tmp/out" "$tmp/roofline.svg"
for picture in ladder roofline; do
  diff "$results/$picture.svg" "$tmp/$picture.svg" ||
    fail "results/$picture.svg is another picture than its records give"
done
expect_grep '^!\[.*\](results/ladder.svg)$' "$readme"
expect_grep '^!\[.*\](roofline.svg)$' "$results/README.md"

# The page is narrower than the report, so the words are compared, one a line.
words ()
{
  grep -o '[^ ]*'
}
sed -n '/^fastest tunables/,/^\.Ed/p' "$man/gkhost.1" | sed '/^\.Ed/d' |
  words >"$tmp/shown"
[ ! -s "$tmp/shown" ] || {
  gkhost report "$results/h200-copy-sweep.jsonl" | grep -A3 '^fastest tunables' |
    words >"$tmp/made"
  diff "$tmp/shown" "$tmp/made" || fail 'gkhost(1) shows another winner'
}
