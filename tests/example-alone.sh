#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Each example of a family compiles alone, is short, and says how to go on with
# gkhost; where there is a GPU all of its kernels are right.
source "${top_srcdir:-.}/tests/functions.sh" || exit

sources=$(cd "$top_srcdir" && pwd)/examples
cd "$tmp"
for file in "$sources"/*.cu; do
  name=$(basename "$file" .cu)
  [ "$(wc -l <"$file")" -le 165 ] || fail "$name.cu has over 165 lines"
  expect_grep "gkhost new $name mine --lang cuda" "$file"
  expect_no_grep '#include <gkhost' "$file"
  expect_status 0 gkhost new "$name" "a-$name" --lang cuda
done

nvcc=${NVCC:-$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")}
requires "$nvcc" --version
requires_unsanitized
gpu=false
if grep -q '^#define GKHOST_CUDA 1' "$top_builddir/config.h" && has_gpu copy; then
  gpu=true
fi
for file in "$sources"/*.cu; do
  name=$(basename "$file" .cu)
  "$nvcc" -O2 --compiler-options=-Wall -Werror=all-warnings \
    -o "$tmp/$name.out" "$file" >"$tmp/$name.messages" 2>&1 &
done
wait
for file in "$sources"/*.cu; do
  name=$(basename "$file" .cu)
  [ -x "$tmp/$name.out" ] || fail "$name.cu: $(cat "$tmp/$name.messages")"
  if "$gpu"; then
    expect_status 0 "$tmp/$name.out"
  fi
done
