#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# bf16x6, which splits numbers, makes of infinities, NaN, subnormals and products that
# overflow what FFMA makes of them.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_gpu
nvcc=${NVCC:-$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")}
command -v "$nvcc" >"$tmp/nvcc" || skip "needs nvcc"
printf '[p]\nfamily = matmul-rect\nvariant = bf16x6\nm = 64\nn = 64\nk = 64\n' >"$tmp/p.ini"
gkhost -c "$tmp/p.ini" -o "$tmp/p.jsonl" >"$tmp/p.out" 2>&1 || :
[ "$(count_records "$tmp/p.jsonl" variant=bf16x6 status=ok)" = 1 ] ||
  skip "needs a device that bf16x6 runs on"
"$nvcc" -std=c++17 -O2 -I"$top_srcdir/include" -o "$tmp/special" \
  "$top_srcdir/tests/cuda-special.cu" -ldl || fail "$nvcc"
"$tmp/special" "$top_builddir/plugins/matmul/.libs/matmul-cuda.so" bf16x6 >"$tmp/out" ||
  fail "$(cat "$tmp/out")"
expect_grep '^[1-9][0-9]* products, 0 wrong' "$tmp/out"
