#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant that turns wrong during the timed launches is found after them.
source "${top_srcdir:-.}/tests/functions.sh"

expect_fault faults tires wrong 'the timed launches'
expect_fault faults skips-timed wrong 'what the timed launches left'
