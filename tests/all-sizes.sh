#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Each CPU variant is right at sizes that break tiles.
source "${top_srcdir:-.}/tests/functions.sh" || exit
plugins_of copy transpose matmul-square matmul-rect

# Half of the dtypes and of some sizes will do but in .ci/nightly.
few=()
all_trials || few=(-s 'moved.dtype=i8, c128' -s 'turned.dtype=i8, c128'
  -s 'narrow.dtype=i16, c128' -s 'narrow.rows=5, 35' -s 'rect.dtype=i32, f32'
  -s 'rect.m=1, 37' -s 'rect.k=1, 67' -s 'rect-matrix-units.k=67'
  -s 'square.n=1, 17, 101' -s 'square.pad=5' -s 'square-matrix-units.n=101'
  -s 'square-matrix-units.pad=5' -s 'square-matrix-units.layout=col, tn, tt'
  -s 'rect-f64-matrix-units.m=131' -s 'rect-f64-matrix-units.k=67')
expect_status 0 gkhost -c "$top_srcdir/tests/all-sizes.ini" -d cpu "${few[@]}" \
  -o "$tmp/run.jsonl"
expect_grep '"failed":0,"crashed":0,"timeout":0' "$tmp/run.jsonl"
[ "$(count_records "$tmp/run.jsonl" status=ok)" -gt 500 ] || fail 'too few ran'
