#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A plugin none of whose cases ran is not sound: nothing is known of it.
source "${top_srcdir:-.}/tests/functions.sh" || exit

GKHOST_PLUGIN_PATH=$top_builddir/plugins/transpose/.libs
export GKHOST_PLUGIN_PATH
expect_status 1 gkhost check "$top_builddir/tests/plugins/.libs/faults.so" \
  --only '*/declines'
expect_grep 'not checked: every case was skipped (this machine has no such lib' \
  "$tmp/out"
expect_no_grep 'sound' "$tmp/out"
