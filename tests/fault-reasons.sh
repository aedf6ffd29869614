#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Each fault of a variant ends its case with the right status, a reason that names
# it and, where it is wrong, a class; and the suite goes on in a new worker.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100000

# class_of: the class of the record, or -.
class_of ()
{
  sed -n 's/.*"class":"\([a-z-]*\)".*/\1/p; t; s/.*/-/p' "$tmp/record"
}

# VARIANT STATUS CLASS REASON, a basic regular expression.
while read -r variant status class reason; do
  expect_fault faults "$variant" "$status" "$reason"
  # The time of a wrong kernel is not shown.
  [ "$status" != wrong ] || expect_no_grep '"time"' "$tmp/record"
  expect_equal "$(class_of)" "$class"
done <<END
crashes crashed - signal 11 (Segmentation fault) in launch
crashes-in-prepare crashed - signal 11 (Segmentation fault) in prepare
crashes-in-work crashed - signal 11 (Segmentation fault) in work
crashes-in-release crashed - signal 11 (Segmentation fault) in release
leaves crashed - with status 0 in launch
closes crashed - with status 0 when its descriptors were closed; a plugin may close only
hangs timeout - did not finish within $seconds s
fails failed - this variant always fails
takes-late failed - workspace can be taken only in prepare
grumbles failed - gave no reason
says-nothing failed - launch returned GK_FAIL and gave no reason
strays failed - launch returned 7, which is not a status
wrong wrong unknown dst\[16\]\[30\]
leaves-out wrong unwritten never written
tires wrong unknown timed launch [0-9]
skips-timed wrong unwritten never written.*timed launch [0-9]
spoils-input wrong inputs changed its input 'src'
writes-past wrong outside wrote outside of 'dst', right after its end
writes-before wrong outside wrote outside of 'dst', right before its start
spills wrong outside wrote outside of its workspace 1, right after
copies-past wrong outside wrote outside of 'dst', right after
runs-over wrong outside wrote outside of 'dst', right after its end
writes-far crashed - signal 11
maps-over wrong outside replaced the memory of 'dst'
END

# An answer that a plugin writes itself is not taken for its worker's; few descriptors
# are enough.
requires_native 'shows a plugin other descriptors'
expect_fault faults forges crashed 'something other than gkhost wrote'
(ulimit -n 64 && expect_status 0 faults right)
