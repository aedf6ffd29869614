#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Where each launch ends before the next (under a profiler, with --in-process, or
# with CUDA_LAUNCH_BLOCKING) nothing waits until all of a sample is enqueued.
source "${top_srcdir:-.}/tests/functions.sh" || exit

export FAKE_DRIVER_PROFILED=1
expect_status 0 driver_copy right 'cache = cold, hot
max_samples = 3' --in-process
expect_equal "$(count_records "$tmp/run.jsonl" status=ok)" 2
CUDA_LAUNCH_BLOCKING=1 expect_status 0 driver_copy right 'cache = cold, hot
max_samples = 3'
expect_equal "$(count_records "$tmp/run.jsonl" status=ok)" 2
