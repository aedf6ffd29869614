#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A build without CUDA lists the CUDA variants too, so that a suite which names
# them is valid everywhere, and skips them with a reason.
source "${top_srcdir:-.}/tests/functions.sh"

printf '[transpose]\nrows = 5\ncols = 7\nvariant = direct, cpu-naive\n' \
  >"$tmp/a.ini"
expect_status 0 gkhost list transpose
expect_grep 'direct *(cuda)' "$tmp/out"
gkhost devices >"$tmp/devices"
! grep -q 'cuda:0' "$tmp/devices" || skip 'has a GPU'
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
expect_equal "$(count_records "$tmp/run.jsonl" variant=direct status=skipped)" 1
expect_equal "$(count_records "$tmp/run.jsonl" variant=cpu-naive status=ok)" 1
