#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A run on several devices names the one that is slower than its siblings, and
# fails for it; of devices that are alike, and of one, it says nothing bad.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cupti_stand_in
export FAKE_DRIVER_DEVICES=3 FAKE_CUPTI_PACE=10000,10000
keys='device = cuda:*
timer = kernel
max_samples = 20
dtype = i32, f32, f64'

expect_status 0 driver_copy right "$keys" --only '*/right'
expect_grep '^devices by their speed over the siblings. median; slow cases: over 5.0% below$' "$tmp/out"
expect_equal "$(grep -c '^cuda:[012]  ok  *1\.00x   0 of 3$' "$tmp/out")" 3

export FAKE_CUPTI_SLOWER=1:10
expect_status 1 driver_copy right "$keys" --only '*/right'
cp "$tmp/out" "$tmp/told"
expect_equal "$(grep -c '^cuda:[02]  ok  *1\.00x   0 of 3$' "$tmp/out")" 2
expect_grep '^cuda:1  slow  *0\.909x   3 of 3$' "$tmp/out"
expect_grep "^cuda:1, slow: 0.909x its siblings' speed, slow in 3 of 3 cases: " "$tmp/out"
expect_no_grep 'by the margin alone' "$tmp/out"

# Its records tell the same, as a table and as a page; with a larger margin it is
# not slow.
expect_status 1 gkhost report "$tmp/run.jsonl"
cmp "$tmp/told" "$tmp/out"
expect_status 1 gkhost report "$tmp/run.jsonl" --format markdown
expect_grep '^| cuda:1 | slow | 0.909x | 3 of 3 |$' "$tmp/out"
expect_grep '^- cuda:1, slow: ' "$tmp/out"
expect_status 0 gkhost report "$tmp/run.jsonl" --margin 12%
expect_grep '^cuda:1  ok ' "$tmp/out"
expect_status 0 driver_copy right "$keys
slow_margin = 0.12" --only '*/right'
expect_grep 'slow cases: over 12.0% below$' "$tmp/out"

# Beside data it is told on standard error.
expect_status 1 driver_copy right "$keys" --only '*/right' --format csv
expect_no_grep siblings "$tmp/out"
expect_grep '^cuda:1, slow: '
expect_status 1 driver_copy right "$keys" --only '*/right' --format openmetrics
expect_no_grep '^cuda:1, slow: ' "$tmp/err"
expect_grep 'device="cuda:1",.*state="slow"} 1$' "$tmp/out"
expect_equal "$(tail -n 1 "$tmp/out")" '# EOF'

# Of two devices there is no scatter, and the report says so.
FAKE_DRIVER_DEVICES=2 expect_status 1 driver_copy right "$keys" --only '*/right'
expect_grep '^cuda:1, slow: .* (of two' "$tmp/out"

# One device has no siblings.
FAKE_DRIVER_DEVICES=1 expect_status 0 driver_copy right "$keys" --only '*/right'
expect_no_grep 'siblings\|slow' "$tmp/out"

# One that is wrong is told before all else.
FAKE_DRIVER_DEVICES=3 expect_status 1 driver_copy right "$keys" --only '*/right'
sed 's/\("device":"cuda:2",.*\)"status":"ok"/\1"status":"wrong","reason":"as it seems"/' \
  "$tmp/run.jsonl" >"$tmp/wrong.jsonl"
expect_status 1 gkhost report "$tmp/wrong.jsonl"
expect_grep '^cuda:2  wrong ' "$tmp/out"
expect_grep '^cuda:2, wrong: 3 cases did not pass: wrong copy/right ' "$tmp/out"
