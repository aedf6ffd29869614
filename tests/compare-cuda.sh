#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# On a GPU, --compare finds a kernel that is 2 % slower, and says of one file in
# two places neither that it is slower nor that it is faster.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_cuda_plugins
requires_uninstrumented
requires_gpu

paced=$top_builddir/tests/plugins/.libs/cuda-paced.so
mkdir "$tmp/new"
cp "$paced" "$tmp/new/cuda-paced.so"
cp "$top_builddir/tests/plugins/.libs/cuda-paced-longer.so" "$tmp/longer.so"
printf '%s\n' '[copy]' 'rows = 8, 64, 512' 'cols = 512' \
  'variant = paced' >"$tmp/a.ini"
compare ()
{
  gkhost -c "$tmp/a.ini" -p "$top_builddir/plugins/copy/.libs/copy.so" "$@"
}

expect_status 0 compare --compare "old=$paced new=$tmp/new/cuda-paced.so"
expect_no_grep 'SLOWER\|FASTER' "$tmp/out"
expect_grep '^3 cases: ' "$tmp/out"
expect_status 1 compare --compare "old=$paced new=$tmp/longer.so" \
  -s copy.rows=64
expect_grep '^paced .* SLOWER\(, .*\)*$' "$tmp/out"
