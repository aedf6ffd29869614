#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# One flipped bit in the last element is found, and its place is told.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_fault faults wrong wrong 'dst\[16\]\[30\]'
# A wrong kernel's time is not shown.
expect_no_grep '"time"' "$tmp/record"
