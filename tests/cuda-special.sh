#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# bf16x6 splits numbers.  Where they are infinite, NaN or subnormal, or products
# overflow, it gives what FFMA gives.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_gpu
# Only a program that has the sanitizers' library can open a plugin that has.
requires_unsanitized
nvcc=${NVCC:-$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")}
requires "$nvcc" --version
printf '[p]\nfamily = matmul-rect\nvariant = bf16x6\nm = 64\nn = 64\nk = 64\n' >"$tmp/p.ini"
gkhost -c "$tmp/p.ini" -d cuda -o "$tmp/p.jsonl" >"$tmp/p.out" 2>&1 || :
[ "$(count_records "$tmp/p.jsonl" variant=bf16x6 status=skipped)" = 0 ] ||
  skip "needs a device that bf16x6 runs on"
"$nvcc" -std=c++17 -O2 -I"$top_srcdir/include" -o "$tmp/special" \
  "$top_srcdir/tests/cuda-special.cu" -ldl || fail "$nvcc"
"$tmp/special" "$top_builddir/plugins/matmul/.libs/matmul-cuda.so" bf16x6 >"$tmp/out" ||
  fail "$(cat "$tmp/out")"
expect_grep '^[1-9][0-9]* products, 0 wrong' "$tmp/out"
