#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A launch that does more than enqueue on its stream is refused.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_gpu
for variant in synchronises allocates strays; do
  expect_fault cuda_faults "$variant" failed 'may only enqueue'
done
expect_fault cuda_faults idles failed 'enqueued nothing'
