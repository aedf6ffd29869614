#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A suite that is not there is bad usage, and the message names it.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 2 gkhost --dry-run -c "$tmp/none.ini"
expect_grep "^gkhost: $tmp/none.ini: can't be opened: No such file"
