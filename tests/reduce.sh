#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Sums, minima and maxima are right: each variant, of each type and operation, and
# of each kind of data.  DEVICES=cuda tries those of a GPU.
source "${top_srcdir:-.}/tests/functions.sh" || exit

: "${DEVICES:=cpu}"
[ "$DEVICES" = cpu ] || requires_gpu
# Half of the types will do but in .ci/nightly.
few=()
all_trials || few=(-s '*.dtype=i32, f64, bf16' -s '[shz]*.dtype=f32')
expect_status 0 gkhost -c "$top_srcdir/tests/reduce.ini" -d "$DEVICES" \
  "${few[@]}" -o "$tmp/run.jsonl"
expect_grep '"failed":0,"crashed":0,"timeout":0' "$tmp/run.jsonl"
[ "$(count_records "$tmp/run.jsonl" status=ok)" -gt 500 ] || fail 'too few ran'

# A variant must be right on all of its family's problems.
[ "$DEVICES" != cpu ] || {
  expect_status 0 gkhost check "$top_builddir/plugins/reduce/.libs/reduce.so"
  expect_grep 'reduce.so: sound: [0-9]* case' "$tmp/out"
}
