#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# In-out buffers, constants and metrics by CUDA variants, in each mode: right ones
# pass, wrong ones do not, and each launch finds what fill and vary wrote.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_gpu
cat >"$tmp/a.ini" <<'END'
[suite]
device = cuda:0
min_samples = 5
max_samples = 20
[update]
n = 1, 3000000
cache = cold, hot
launch = stream, graph
memory = device, managed
[transfer]
family = update
n = 3000000
scope = transfer
END
expect_status 1 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/tests/plugins/.libs/cuda-update.so"
for right in adds packs; do
  expect_equal "$(count_records "$tmp/run.jsonl" variant=$right status=ok)" 17
done
for wrong in assigns packs-once; do
  expect_equal "$(count_records "$tmp/run.jsonl" variant=$wrong status=wrong)" 17
done
expect_equal "$(records "$tmp/run.jsonl" variant=adds | grep -c '"batch": *1,')" 17
records "$tmp/run.jsonl" variant=packs |
  grep '"n": *3000000' \
  >"$tmp/packs"
expect_grep '"variant/packed": *12000000' "$tmp/packs"
expect_equal "$(grep -c '"prepare_s"' "$tmp/packs")" 9
for right in adds packs; do
  expect_status 0 gkhost check "$top_builddir/tests/plugins/.libs/cuda-update.so" \
    --only "*/$right"
done
