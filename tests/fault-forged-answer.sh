#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# An answer that a plugin writes itself is not taken for its worker's.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_fault faults forges crashed 'something other than gkhost wrote'

# Few descriptors are enough.
(ulimit -n 64 && expect_status 0 faults right)
