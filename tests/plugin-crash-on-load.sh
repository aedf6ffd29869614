#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A plugin that crashes while it is loaded is refused by name; in a folder, it is
# left out and the others are used.
source "${top_srcdir:-.}/tests/functions.sh" || exit

bad=$top_builddir/tests/plugins/.libs/crash-on-load.so
expect_status 2 with_plugin "$bad"
expect_grep 'crash-on-load.so: the worker was ended by signal 11 (.*) while the plugin was loaded'

mkdir "$tmp/plugins"
cp "$bad" "$tmp/plugins"
expect_status 0 with_plugin "$tmp/plugins"
expect_grep 'crash-on-load.so: .*; left out'
