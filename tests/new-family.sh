#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What `gkhost new --family FAMILY` writes builds in each language that there is a
# compiler for, and family and variant are sound.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/new-functions.sh"

install_for_plugins
new reduce --family reduce
[ -f "$tmp/reduce/reduce.h" ] || fail "the problem has no header"
build reduce CC="$CC" \
  CFLAGS='-O2 -Wall -Wextra -Wshadow -Wstrict-prototypes -pedantic -Werror'
passes reduce cpu-naive 1

# The plugin may have another name; a family's with a '-' is no identifier.
if command -v g++ >/dev/null; then
  new sums --family re-duce_2 sums --lang c++
  build sums CXX=g++ CXXFLAGS='-O2 -Wall -Wshadow -Werror'
  passes sums cpu-naive 1
fi
if cargo --version >/dev/null 2>&1; then
  new rusty --family re-duce_2 rusty --lang rust
  RUSTFLAGS=-Dwarnings build rusty
  passes rusty cpu-naive 1
fi
nvcc=${NVCC:-$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")}
if "$nvcc" --version >/dev/null 2>&1; then
  new gpus --family re-duce_2 gpus --lang cuda
  build gpus NVCC="$nvcc" \
    NVCCFLAGS='-O3 --compiler-options=-Wall -Werror=all-warnings'
  passes gpus cpu-naive 1
fi
