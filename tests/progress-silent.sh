#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The progress line never appears in a pipe or a file.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 1 faults wrong
expect_equal "$(cat "$tmp/err")" ""
expect_no_grep "$(printf '\r')" "$tmp/out"
