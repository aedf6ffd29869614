#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Each fault of a kernel or of its launch ends its case with the right status and a
# reason that names it, and the suite goes on in a new worker.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_gpu
# VARIANT STATUS REASON, a basic regular expression.
while read -r variant status reason; do
  expect_fault cuda_faults "$variant" "$status" "$reason"
done <<'END'
bad-address failed illegal memory access
writes-past wrong wrote outside of 'dst', right after
writes-far wrong wrote outside of 'dst', 40960 bytes past
synchronises failed may only enqueue
allocates failed may only enqueue
strays failed may only enqueue
idles failed enqueued nothing
hangs timeout did not finish within 10 s
END
