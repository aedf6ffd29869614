#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant that ends its process is reported as crashed, though it exits with 0.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_fault faults leaves crashed 'with status 0 in launch'
