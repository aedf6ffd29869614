#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Copies, transposes, reductions, streams, softmaxes and products are right with all tunables, not only those in use.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_gpu
expect_status 0 gkhost -c "$top_srcdir/tests/cuda-tunables.ini" \
  -o "$tmp/run.jsonl"
expect_grep '"failed":0,"crashed":0,"timeout":0' "$tmp/run.jsonl"
for variant in vector hinted no-loop bulk small vector-tuned \
  sector-aligned tma register-tile-scalar register-tile-padded \
  register-tile-vector register-tile mma-sync warp-specialised resident \
  multicast persistent fp8 fp8-fast bf16x6 dmma digits residues one-pass online \
  registers cluster row-blocks; do
  records "$tmp/run.jsonl" "variant=$variant" status=skipped >"$tmp/record" || :
  if grep -q 'needs compute capability' "$tmp/record"; then
    continue
  fi
  [ "$(count_records "$tmp/run.jsonl" "variant=$variant" status=ok)" -ge 10 ] ||
    fail "too few of $variant ran"
done
