#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A kernel that writes where nothing is fails; the next case has a new worker.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_gpu
expect_fault cuda_faults bad-address failed 'illegal memory access'
