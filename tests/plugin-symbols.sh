#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A plugin exports its entry and nothing else, and needs neither the shared
# CUDA runtime nor a C++ run time, so that it opens where there are none.
source "${top_srcdir:-.}/tests/functions.sh"

requires nm --version
requires readelf --version

for plugin in copy transpose matmul-square matmul-rect; do
  file=$top_builddir/plugins/$plugin/.libs/$plugin.so
  [ -f "$file" ] || fail "$file was not built"
  nm -D --defined-only --format=posix "$file" >"$tmp/symbols"
  # The linker's own names and what the sanitizers add are no part of it.
  exported=$(sed 's/[@ ].*//' "$tmp/symbols" |
    grep -v -e '^_' -e '^asan' | tr '\n' ' ')
  expect_equal "$exported" "gk_plugin_entry "
  readelf -d "$file" >"$tmp/dynamic"
  expect_no_grep 'NEEDED.*\(libcuda\|libcublas\|libstdc++\|openblas\)' \
    "$tmp/dynamic"
done
