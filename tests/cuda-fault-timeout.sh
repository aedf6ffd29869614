#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A kernel that never ends is killed after its timeout; the suite goes on.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_gpu
expect_fault cuda_faults hangs timeout 'did not finish within 10 s'
