#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost report --format svg --only PICTURE: one picture as a file, by the name of
# its anchor in the page; other names, and other commands, are refused.
source "${top_srcdir:-.}/tests/functions.sh" || exit

run=$top_srcdir/results/h200-suite.jsonl
for picture in copy-1 copy-1.samples matmul-large-2 roofline.cuda-0 \
  memory.cuda-0; do
  gkhost report "$run" --format svg --only "$picture" >"$tmp/$picture.svg"
  # A device is accepted as it is written elsewhere.
  gkhost report "$run" --format svg --only "${picture/cuda-/cuda:}" |
    cmp - "$tmp/$picture.svg"
  expect_equal "$(head -c 41 "$tmp/$picture.svg")" \
    '<svg xmlns="http://www.w3.org/2000/svg" c'
  expect_grep 'prefers-color-scheme' "$tmp/$picture.svg"
done
# Numbers have one digit behind the point at the most.
expect_no_grep ' [a-z0-9]*="[-0-9]*\.[0-9][0-9]' "$tmp/copy-1.svg"
expect_no_grep ' d="[^"]*\.[0-9][0-9]' "$tmp/copy-1.samples.svg"

gkhost report "$top_srcdir/results/h200-copy-sweep.jsonl" --format svg \
  --only words-1.sweep-1 >"$tmp/sweep.svg"
expect_grep 'hinted: fastest with words=2 threads=256 load=first store=normal' \
  "$tmp/sweep.svg"
expect_equal "$(grep -c 'class="h[0-4]"' "$tmp/sweep.svg")" 12
expect_equal "$(grep -c 'class="best"' "$tmp/sweep.svg")" 1
gkhost report "$top_srcdir/results/h200-transpose-sweep.jsonl" --format svg \
  --only occupancy-1.sweep-1 >"$tmp/line.svg"
expect_equal "$(grep -c '<circle class="mark"' "$tmp/line.svg")" 4
gkhost report "$top_srcdir/results/h200-transpose.jsonl" --format svg \
  --only small-1.sizes >"$tmp/sizes.svg"
expect_grep 'class="curve alt"' "$tmp/sizes.svg"

expect_status 2 gkhost report "$run" --format svg
expect_grep 'prints one picture: name it with --only: copy-1, copy-1.samples, '
expect_status 2 gkhost report "$run" --format svg --only copy-2
expect_grep "there is no picture 'copy-2': did you mean 'copy-1'?; there are copy-1, .*, memory.cuda-0$"
[ ! -s "$tmp/out" ] || fail 'a picture was printed'
cat "$run" "$run" >"$tmp/both.jsonl"
expect_status 2 gkhost report "$tmp/both.jsonl" --format svg --only copy-1
expect_grep 'both.jsonl has 2 runs, which one picture has no room for'
expect_status 2 gkhost report "$run" --only copy-1
expect_grep 'report does not accept --only'
printf '[copy]\nrows = 4\ncols = 4\n' >"$tmp/a.ini"
for command in "-c $tmp/a.ini" "-c $tmp/a.ini --dry-run" "compare $run $run" \
  devices list 'check a.so'; do
  # shellcheck disable=SC2086 # these are words
  expect_status 2 gkhost $command --format svg
  expect_grep 'svg prints a picture of a run that has ended: use gkhost report'
done

requires python3 --version
expect_status 0 python3 "$top_srcdir/tests/pictures.py" frames "$tmp"/*.svg
requires xmllint --version
expect_status 0 xmllint --noout "$tmp"/*.svg
