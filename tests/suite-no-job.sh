#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A suite with defaults and no job runs nothing, which is an error and not a
# success.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf "" >"$tmp/empty.ini"
expect_status 2 gkhost --dry-run -c "$tmp/empty.ini"
expect_grep "has no job: add a section such as"

printf "; nothing here\n[suite]\ncache = hot\n" >"$tmp/defaults.ini"
expect_status 2 gkhost --dry-run -c "$tmp/defaults.ini"
expect_grep "has no job: add a section such as"
