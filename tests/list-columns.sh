#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The columns of gkhost list are as wide as the longest name.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 0 gkhost list matmul-square -p \
  "$top_builddir/plugins/matmul-square/.libs/matmul-square.so"
sed -n 's/^    \([a-z0-9_-]\+ *\).*/\1/p' "$tmp/out" >"$tmp/names"
expect_equal "$(awk '{ print length }' "$tmp/names" | sort -u | wc -l)" 1
