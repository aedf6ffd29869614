#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant's own reason is kept; where it gives none, that is told.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_fault faults fails failed 'this variant always fails'
expect_fault faults takes-late failed 'workspace can be taken only in prepare'
expect_fault faults grumbles failed 'gave no reason'
expect_fault faults says-nothing failed \
  'launch returned GK_FAIL and gave no reason'
expect_fault faults strays failed 'launch returned 7, which is not a status'
