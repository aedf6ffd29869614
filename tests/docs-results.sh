#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The tables of README.md, the pictures, and the winner that it shows, are what
# gkhost makes of the records in results/.
source "${top_srcdir:-.}/tests/functions.sh" || exit

grep -e '"type":"run"' -e '"type":"end"' -e '"job":"copy"' \
  -e '"job":"transpose-large"' -e '"job":"matmul-large"' \
  "$top_srcdir/results/h200-suite.jsonl" |
  gkhost report - --format markdown >"$tmp/made"
sed -n '/^<!-- results: begin -->/,/^<!-- results: end -->/p' \
  "$top_srcdir/README.md" | sed '1d;$d' >"$tmp/shown"
diff "$tmp/shown" "$tmp/made" || fail 'README.md shows other tables'

# In the page it is indented by four blanks, and a blank line ends it.
sed -n '/^    fastest where/,/^$/{/./s/^    //p;}' "$top_srcdir/README.md" \
  >"$tmp/shown"
expect_equal "$(wc -l <"$tmp/shown")" 4
gkhost report "$top_srcdir/results/h200-copy-sweep.jsonl" |
  grep -A3 '^fastest where' >"$tmp/made"
diff "$tmp/shown" "$tmp/made" || fail 'README.md shows another winner'

# shown PICTURE RECORDS NAME
shown ()
{
  expect_grep "^!\[.*\](results/$1.svg)$" "$top_srcdir/README.md"
  gkhost report "$top_srcdir/results/$2.jsonl" --format svg --only "$3" |
    diff "$top_srcdir/results/$1.svg" - ||
    fail "results/$1.svg is another picture than --only $3 of $2.jsonl"
}
shown ladder h200-suite copy-1
shown roofline h200-matmul roofline.cuda-0
