#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost check passes a sound plugin and finds what is wrong with another.
source "${top_srcdir:-.}/tests/functions.sh"

GKHOST_PLUGIN_PATH=$top_builddir/plugins/transpose/.libs
export GKHOST_PLUGIN_PATH
expect_status 0 gkhost check "$top_builddir/tests/plugins/.libs/newer.so"
expect_grep 'newer.so: sound' "$tmp/out"
expect_status 1 gkhost check "$top_builddir/tests/plugins/.libs/other-abi.so"
expect_grep 'other-abi.so: it is made for plugin ABI'
expect_status 1 gkhost check "$top_builddir/tests/plugins/.libs/faults.so" \
  --only '*/wrong'
expect_grep 'faults.so: not sound' "$tmp/out"
