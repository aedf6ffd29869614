#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A plugin exports its entry and nothing else, and needs neither the shared
# CUDA runtime nor a C++ run time, so that it opens where there are none; that of
# CUB alone needs C++'s.  One without CUDA variants has nothing of CUDA in it.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires nm --version
requires readelf --version

# exports_entry FILE
exports_entry ()
{
  [ -f "$1" ] || fail "$1 was not built"
  nm -D --defined-only --format=posix "$1" >"$tmp/symbols"
  # The linker's own names and what the sanitizers add are no part of it.
  expect_equal "$(sed 's/[@ ].*//' "$tmp/symbols" |
    grep -v -e '^_' -e '^asan' | tr '\n' ' ')" "gk_plugin_entry "
}

# opens_anywhere FILE
opens_anywhere ()
{
  exports_entry "$1"
  readelf -d "$1" >"$tmp/dynamic"
  expect_no_grep 'NEEDED.*\(libcuda\|libcublas\|libstdc++\|openblas\)' \
    "$tmp/dynamic"
}

for plugin in copy transpose reduce scan stream softmax matmul-square matmul-rect; do
  folder=$top_builddir/plugins/$plugin/.libs
  opens_anywhere "$folder/$plugin.so"
  ! grep -aiq 'cudart\|cublasCreate\|nv_fatbin' "$folder/$plugin.so" ||
    fail "$plugin.so has something of CUDA in it"
done
if grep -q '^#define GKHOST_CUDA 1' "$top_builddir/config.h"; then
  for plugin in copy transpose reduce scan stream softmax matmul; do
    opens_anywhere "$top_builddir/plugins/$plugin/.libs/$plugin-cuda.so"
  done
  exports_entry "$top_builddir/plugins/reduce/.libs/reduce-cub.so"
  exports_entry "$top_builddir/plugins/scan/.libs/scan-cub.so"
fi
