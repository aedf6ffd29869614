#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Writing past or before an output, or past a workspace, is found; far from it,
# where nothing of the case lies, it crashes.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_fault faults writes-past wrong "wrote outside of 'dst', right after its end"
expect_fault faults writes-before wrong "wrote outside of 'dst', right before its start"
expect_fault faults spills wrong 'wrote outside of its workspace 1, right after'
expect_fault faults copies-past wrong "wrote outside of 'dst', right after"
expect_fault faults runs-over wrong "wrote outside of 'dst', right after its end"
expect_fault faults writes-far crashed 'signal 11'
