#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant that turns wrong during timed launch [0-9] is found after them.
source "${top_srcdir:-.}/tests/functions.sh"

expect_fault faults tires wrong 'timed launch [0-9]'
expect_fault faults skips-timed wrong 'what timed launch [0-9] left'
