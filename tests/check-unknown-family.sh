#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# check names the family that no plugin brings, and the nearest that one does.
source "${top_srcdir:-.}/tests/functions.sh" || exit

GKHOST_PLUGIN_PATH=$top_builddir/plugins/transpose/.libs
export GKHOST_PLUGIN_PATH
expect_status 1 gkhost check \
  "$top_builddir/tests/plugins/.libs/broken-table-unknown-family.so"
expect_grep "variant one is for family 'transpoze', .*: did you mean 'transpose'?"
expect_grep "variant two is for family 'fft', .*: there is transpose;"
