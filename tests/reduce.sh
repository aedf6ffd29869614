#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Sums, minima and maxima are right: each variant, with each type and operation, at
# sizes that break blocks, and on each kind of data; on a GPU, too, where there is
# one.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# Some of the types will do but in .ci/nightly.
few=()
all_trials || few=(-s 'list.dtype=i32, f64, bf16' -s 'rows.dtype=i64, f32'
  -s 'large.dtype=i32, bf16' -s 'large-rows.dtype=f32')
# Only a GPU's grid has fewer rows than these.
all_trials || has_gpu reduce || few+=(-s 'many-rows.cols=1' -s 'many-rows.op=sum')
expect_status 0 gkhost -c "$top_srcdir/tests/reduce.ini" "${few[@]}" \
  -o "$tmp/run.jsonl"
expect_grep '"failed":0,"crashed":0,"timeout":0' "$tmp/run.jsonl"
[ "$(count_records "$tmp/run.jsonl" status=ok)" -gt 450 ] || fail 'too few ran'

# Added one after the other, so many floats would lose too many digits.
printf '[reduce]\nvariant = cpu-loop\ncols = %s\ndtype = bf16\n' $(((1 << 25) + 1)) \
  >"$tmp/long.ini"
expect_status 0 gkhost -c "$tmp/long.ini"
expect_grep 'one sum of more than 2^25 floats' "$tmp/out"
