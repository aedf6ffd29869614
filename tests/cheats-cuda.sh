#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Likewise of those for CUDA, one at a time.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/cheats/functions.sh"

requires_cuda_plugins
expect_listed cheats-cuda
requires_gpu
try_all 1 cheats-cuda
