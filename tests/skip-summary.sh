#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Where there is no GPU, the CUDA variants are one line, not a screen of noise.
source "${top_srcdir:-.}/tests/functions.sh" || exit

keep_limits

gkhost devices >"$tmp/devices"
! grep -q 'cuda:0' "$tmp/devices" || skip 'has a GPU'
printf '[transpose]\nrows = 5\ncols = 7\n[copy]\nrows = 5\ncols = 7\n' \
  >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini"
expect_equal "$(grep -c 'CUDA cases' "$tmp/out")" 1
expect_grep '^skipped [0-9]* CUDA cases' "$tmp/out"
grep -A1 '^skipped' "$tmp/out" >"$tmp/want"

# So before the run.
expect_status 0 gkhost -c "$tmp/a.ini" --dry-run
expect_equal "$(grep -c cuda: "$tmp/out")" 0
grep -A1 '^skipped' "$tmp/out" | sed '$d' >"$tmp/dry"
head -n "$(wc -l <"$tmp/dry")" "$tmp/want" | diff - "$tmp/dry"
