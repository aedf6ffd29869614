#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A suite that can be opened and not read is told from an empty one.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# The first page of a process is never mapped.
[ -r /proc/self/mem ] || skip "needs /proc"
expect_status 2 gkhost --dry-run -c /proc/self/mem
expect_grep "^gkhost: /proc/self/mem: can't be \(read: Input/output error\|opened: Permission denied\)$"
