#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant that needs a later GPU is skipped with both capabilities.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_gpu
expect_status 0 cuda_faults of-the-future
records "$tmp/run.jsonl" variant=of-the-future status=skipped >"$tmp/record"
expect_grep 'needs compute capability 99.0; cuda:0 has' "$tmp/record"
