#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# After a crash or a timeout, check runs no further case of that variant.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100000

GKHOST_PLUGIN_PATH=$top_builddir/plugins/transpose/.libs
export GKHOST_PLUGIN_PATH
faults=$top_builddir/tests/plugins/.libs/faults.so
expect_status 1 gkhost check "$faults" --only '*/crashes'
expect_grep '^crashes: 76 cases skipped, 1 crashed$' "$tmp/out"
expect_grep '^skipped 13 .*an earlier case of this variant crashed' "$tmp/out"

# Without the two largest sizes.
expect_status 1 gkhost check "$faults" --only '*-[1-5]/[hr]*' -s '*.timeout=1'
expect_grep '^hangs: 54 cases skipped, 1 timeout$' "$tmp/out"
expect_grep '^right: 10 cases right' "$tmp/out"
