#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The host's half of CUDA, on a stand-in for the driver: every mode of measuring
# gives a verified row.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 0 driver_copy 'right' 'launch = stream, graph
memory = device, managed, mapped
scope = kernel, transfer
cache = cold, hot
max_samples = 20'
expect_equal "$(count_records "$tmp/run.jsonl" device=cuda:0 status=ok)" 24
# More work in a launch than a held stream may queue.
expect_status 0 driver_copy many 'cache = cold, hot
max_samples = 20'
expect_equal "$(count_records "$tmp/run.jsonl" variant=many status=ok)" 2
