#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What `gkhost new FAMILY NAME --lang cuda` writes builds without a warning; where
# there is a GPU it is sound, and elsewhere its check says why nothing was run.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/new-functions.sh"

nvcc=${NVCC:-$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")}
requires "$nvcc" --version
install_for_plugins
for family in copy transpose matmul; do
  new "my-$family" "$family" "my-$family" --lang cuda
  build "my-$family" NVCC="$nvcc" \
    NVCCFLAGS='-O3 --compiler-options=-Wall -Werror=all-warnings'
done

if has_gpu; then
  passes my-copy my-copy 1
  passes my-transpose my-transpose 1
  passes my-matmul my-matmul 2
else
  expect_status 1 gkhost check "$tmp/my-copy/my-copy.so"
  expect_grep 'not checked: every case was skipped (CUDA' "$tmp/out"
  expect_status 0 "$MAKE" -C "$tmp/my-matmul" plugindir="$plugindir" run
  expect_grep '4 cases: 4 skipped' "$tmp/out"
fi
