#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Each CUDA variant is right at sizes that break tiles: 1 x 1, primes, multiples
# of tiles, long and thin, with and without padding, in every dtype and layout.
source "${top_srcdir:-.}/tests/functions.sh"

requires_gpu
cat >"$tmp/a.ini" <<'INI'
[suite]
device = cuda:0
max_samples = 1
[moved]
family = copy
rows = 1, 37, 64
cols = 1, 101, 128
dtype = i8, i16, i32, i64, c128
pad = 0, 3
[turned]
family = transpose
rows = 1, 37, 64
cols = 1, 101, 128
dtype = i8, i16, i32, i64, c128
pad = 0, 3
[thin]
family = transpose
rows = 1, 70001
cols = 1, 3
[square]
family = matmul-square
n = 1, 17, 64, 101
dtype = i32, f32, f64
layout = row, col
pad = 0, 5
[rect]
family = matmul-rect
m = 1, 37, 64
n = 1, 29, 128
k = 1, 67, 32
dtype = i32, f32, f64
layout = row, col
INI
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
expect_grep '"failed":0,"crashed":0,"timeout":0' "$tmp/run.jsonl"
[ "$(count_records "$tmp/run.jsonl" status=ok)" -gt 500 ] || fail 'too few ran'
