#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# CUPTI is one for its process, in which there may be several devices: it notes
# for each that is timed by it, and looks on at no other.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cupti_stand_in
export FAKE_DRIVER_DEVICES=2 FAKE_CUPTI_PACE=15000,10000

cat >"$tmp/a.ini" <<'END'
[copy]
cols = 31
rows = 17
variant = right
slow_margin = 1
device = cuda:*
timer = kernel, events
[copy once more]
family = copy
cols = 31
rows = 18
variant = right
device = cuda:0
timer = kernel
[copy by events]
family = copy
cols = 31
rows = 19
variant = unseen
device = cuda:1
END
for how in '' --in-process; do
  LD_LIBRARY_PATH=$tmp/driver expect_status 0 gkhost -c "$tmp/a.ini" $how \
    -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$top_builddir/tests/plugins/.libs/meddles.so" -o "$tmp/run.jsonl"
  expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 6
  expect_equal "$(grep -c '"median_s":1e-5,.*"busy_s":1e-5' "$tmp/run.jsonl")" 3
done
