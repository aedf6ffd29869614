#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Products of every type of factors are computed and verified; a way that does
# not take one is skipped and says which it takes.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# No time of it matters, and a busy machine disturbs short ones.
printf '%s\n' '[suite]' 'device = cpu' 'max_time = 1ms' 'audit = no' \
  '[square]' 'family = matmul-square' 'n = 1, 67' 'layout = row, col, tn' \
  'dtype = i8, u8, i32, f16, bf16, tf32, f32, f64' 'variant = cpu-naive' \
  '[rect]' 'family = matmul-rect' 'm = 5' 'n = 1000' 'k = 7' 'pad = 3' \
  'dtype = i8, u8, f16, bf16' 'variant = cpu-naive, cpu-threads, cpu-blas' \
  >"$tmp/suite.ini"
expect_status 0 gkhost -c "$tmp/suite.ini" -o "$tmp/run.jsonl"
expect_grep '^60 cases: 56 ok, 4 skipped$' "$tmp/out"
expect_grep 'cpu-blas): takes f32, .*; the problem is bf16' "$tmp/out"
expect_equal "$(grep -c '"dtype":"bf16".*"status":"ok","verify":{"done":true' \
  "$tmp/run.jsonl")" 8

# In every layout.
expect_status 0 gkhost -c "$tmp/suite.ini" -s rect.layout=tn,nt,tt \
  -s rect.variant=cpu-threads --only rect -o "$tmp/layouts.jsonl"
expect_grep '^12 cases: 12 ok$' "$tmp/out"

# Bytes: two of 5 x 1000 and 1000 x 7, and 35 words.
expect_equal "$(records "$tmp/run.jsonl" job=rect variant=cpu-naive \
  dtype=i8 | grep -c '"work":{"bytes":12140,.*"bytes_written":140')" 1

expect_status 2 gkhost -c "$tmp/suite.ini" -s square.dtype=c64
expect_grep "i8, i32, f16, bf16, f32, f64, u8, tf32" "$tmp/err"
