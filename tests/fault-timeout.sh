#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant that never ends is killed after its timeout; the suite goes on.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_fault faults hangs timeout "did not finish within $seconds s"
