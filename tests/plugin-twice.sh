#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A plugin that is named twice counts once; two files that bring one family
# clash.
source "${top_srcdir:-.}/tests/functions.sh"

so=$top_builddir/plugins/copy/.libs/copy.so
expect_status 0 with_plugin "$so"
mkdir "$tmp/other"
cp "$so" "$tmp/other/copy.so"
expect_status 2 with_plugin "$tmp/other/copy.so"
expect_grep 'family copy is in both'
