#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# --in-process runs the same cases in one process.
source "${top_srcdir:-.}/tests/functions.sh"

expect_status 1 faults wrong --in-process
expect_equal "$(count_records "$tmp/run.jsonl" variant=wrong status=wrong)" 1
expect_equal "$(count_records "$tmp/run.jsonl" variant=right status=ok)" 1
