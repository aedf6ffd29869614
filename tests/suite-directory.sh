#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A directory is not a suite, though inih would take it for an empty file.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 2 gkhost --dry-run -c "$tmp"
expect_grep "^gkhost: $tmp: is a directory"
