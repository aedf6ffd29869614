#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The host's half of CUDA, on a stand-in for the driver with 256 MiB: a problem
# that needs more is a skip with both figures.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 0 driver_copy right '' -s copy.rows=10000 -s copy.cols=10000
records "$tmp/run.jsonl" variant=right status=skipped >"$tmp/record"
expect_grep 'needs 767 MiB of memory and cuda:0 has 256 MiB free' "$tmp/record"
