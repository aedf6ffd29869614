#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Softmaxes and layernorms are right: each variant, with each type and operation, at
# rows of three elements to a million, which begin anywhere, and on each kind of
# data; on a GPU, too, where there is one.
source "${top_srcdir:-.}/tests/functions.sh" || exit
plugins_of softmax

# Some of the sizes will do but in .ci/nightly.
few=()
all_trials || few=(-s 'rows.cols=3, 33, 1027' -s 'long.cols=20011, 100003'
  -s 'longest.rows=1' -s 'longest.dtype=bf16' -s 'many-rows.dtype=bf16')
# Only a GPU's grid has fewer rows than these.
all_trials || has_gpu softmax || few+=(-s 'many-rows.rows=7001')
expect_status 0 gkhost -c "$top_srcdir/tests/softmax.ini" "${few[@]}" \
  -o "$tmp/run.jsonl"
expect_grep '"failed":0,"crashed":0,"timeout":0' "$tmp/run.jsonl"
[ "$(count_records "$tmp/run.jsonl" status=ok)" -gt 180 ] || fail 'too few ran'
