#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant that crashes is one row; the suite goes on in a new worker.
source "${top_srcdir:-.}/tests/functions.sh"

expect_fault faults crashes crashed 'signal 11'
