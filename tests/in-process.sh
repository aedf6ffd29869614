#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# --in-process runs the same cases in one process, on whatever devices.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 1 faults wrong --in-process
expect_equal "$(count_records "$tmp/run.jsonl" variant=wrong status=wrong)" 1
expect_equal "$(count_records "$tmp/run.jsonl" variant=right status=ok)" 1

# Rows of the CPU between those of a stand-in for a GPU, of problem after problem.
expect_status 0 driver_copy 'cpu-memcpy, right, cpu-threads' \
  'dtype = i32, f64
launch = stream, graph
max_samples = 3' --in-process
expect_equal "$(count_records "$tmp/run.jsonl" device=cpu status=ok)" 4
expect_equal "$(count_records "$tmp/run.jsonl" device=cuda:0 status=ok)" 4

# Two devices of a kind, in turns.
FAKE_DRIVER_DEVICES=2 expect_status 0 driver_copy right \
  'slow_margin = 1
device = cuda:*, cpu
dtype = i32, f64
max_samples = 3' --in-process
expect_equal "$(count_records "$tmp/run.jsonl" device=cuda:0 status=ok)" 2
expect_equal "$(count_records "$tmp/run.jsonl" device=cuda:1 status=ok)" 2
