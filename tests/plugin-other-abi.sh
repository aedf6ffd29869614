#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A plugin of another ABI is refused with both numbers.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 2 with_plugin "$top_builddir/tests/plugins/.libs/other-abi.so"
expect_grep 'other-abi.so: it was built for plugin ABI 2, and this gkhost has 1'
