#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The page of a run on several devices has them over their cases, says which one
# is slow, and has that as a picture by itself; that of one device has nothing of
# it.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cupti_stand_in
export FAKE_DRIVER_DEVICES=3 FAKE_CUPTI_PACE=10000,10000 FAKE_CUPTI_SLOWER=1:10
expect_status 1 driver_copy right 'device = cuda:*
timer = kernel
dtype = i32, f32, f64' --only '*/right'
expect_status 0 gkhost report "$tmp/run.jsonl" --format html
cp "$tmp/out" "$tmp/page.html"
expect_grep '<h2 id="devices">' "$tmp/page.html"
expect_grep '<li><b class="bad">cuda:1</b>, slow: 0.909x its siblings' \
  "$tmp/page.html"
expect_grep '<td[^>]*>cuda:1</td><td[^>]*>slow</td>.*3 of 3' "$tmp/page.html"
# The slowest of each case.
expect_equal "$(grep -c '>copy/right[^<]*</td><td[^>]*>cuda:1</td>' \
  "$tmp/page.html")" 3

expect_status 0 gkhost report "$tmp/run.jsonl" --format svg --only devices
cp "$tmp/out" "$tmp/devices.svg"
# Three devices over three cases, of which those of one are framed.
expect_equal "$(grep -o 'class="h[0-4]"' "$tmp/devices.svg" | wc -l)" 9
expect_equal "$(grep -o 'class="best"' "$tmp/devices.svg" | wc -l)" 3
expect_equal "$(grep -o '<title>cuda:1, copy/right[^<]*: 0.909x</title>' \
  "$tmp/devices.svg" | sort -u | wc -l)" 3
for check in 'xmllint --noout' "python3 $top_srcdir/tests/pictures.py frames"; do
  # shellcheck disable=SC2086 # these are words
  ! command -v ${check%% *} >/dev/null || expect_status 0 $check "$tmp/devices.svg"
done
! command -v tidy >/dev/null || expect_status 0 tidy -e -q "$tmp/page.html"

FAKE_DRIVER_DEVICES=1 expect_status 0 driver_copy right 'device = cuda
timer = kernel' --only '*/right'
expect_status 0 gkhost report "$tmp/run.jsonl" --format html
expect_no_grep 'id="devices"' "$tmp/out"
expect_status 2 gkhost report "$tmp/run.jsonl" --format svg --only devices
