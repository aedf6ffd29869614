#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Where there is no GPU, the CUDA variants are one line, not a screen of noise.
source "${top_srcdir:-.}/tests/functions.sh"

requires_cuda_plugins
printf '[transpose]\nrows = 5\ncols = 7\n[copy]\nrows = 5\ncols = 7\n' \
  >"$tmp/a.ini"
# A driver that is not there, also where one is.
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
[ "$(count_records "$tmp/run.jsonl" device=cuda:0)" -eq 0 ] || skip 'has a GPU'
expect_equal "$(grep -c 'no CUDA device' "$tmp/out")" 1
expect_grep '^skipped [0-9]* CUDA cases' "$tmp/out"
