#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Writing just past or just before an output, or past a workspace, is found.
source "${top_srcdir:-.}/tests/functions.sh"

expect_fault faults writes-past wrong "wrote outside of 'dst', right after its end"
expect_fault faults writes-before wrong "wrote outside of 'dst', right before its start"
expect_fault faults spills wrong 'wrote outside of its workspace 1, right after'
expect_fault faults copies-past wrong "wrote outside of 'dst', right after"
# Beyond the zone as well, where the process's own heap lies.
requires_uninstrumented
expect_fault faults runs-over wrong "wrote outside of 'dst', right after its end"
