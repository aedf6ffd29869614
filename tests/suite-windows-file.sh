#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A suite from another system, with a byte order mark and its own line ends, is
# read like any other.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf "\357\273\277[copy]\r\nrows = 4\r\ncols = 4 ; few" >"$tmp/a.ini"
expect_status 0 gkhost --dry-run -c "$tmp/a.ini"
