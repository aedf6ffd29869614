#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A kernel that writes past its output is found out.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_gpu
expect_fault cuda_faults writes-past wrong "wrote outside of 'dst', right after"
expect_fault cuda_faults writes-far wrong "wrote outside of 'dst', 40960 bytes past"
