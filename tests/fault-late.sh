#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant that turns wrong during the timed launches is found.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_fault faults tires wrong 'timed launch [0-9]'
expect_fault faults skips-timed wrong 'never written.*timed launch [0-9]'
