#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What a variant starts ends with its worker, and hides no crash of it.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# Processes of workers that hold this test's folder as theirs.
left ()
{
  { find /proc/[0-9]*/cwd -prune -lname "$tmp/here" 2>/dev/null || :; } | wc -l
}
requires test -r /proc/self/cwd

mkdir "$tmp/here"
here ()
{
  (cd "$tmp/here" && faults "$@")
}
expect_fault here forks-and-crashes crashed 'ended by signal 11'
expect_equal "$(left)" 0
expect_fault here forks wrong 'left the process changed: a child process;'
expect_equal "$(left)" 0
# So long that a busy machine runs the right variant behind it.
[ "$seconds" -ge 5 ] || seconds=5
expect_fault here floods timeout "did not finish within $seconds s"
expect_equal "$(left)" 0
