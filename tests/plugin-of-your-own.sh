#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Where a plugin was not given, or took the place of the default ones, messages
# say so.
source "${top_srcdir:-.}/tests/functions.sh" || exit

GKHOST_PLUGIN_PATH=$top_builddir/plugins/copy/.libs
export GKHOST_PLUGIN_PATH
printf '[copy]\nvariant = mine\n' >"$tmp/a.ini"
expect_status 2 gkhost --dry-run -c "$tmp/a.ini"
expect_grep "there is cpu-memcpy, .*; name a plugin of your own with -p$"

expect_status 2 gkhost --dry-run -c "$tmp/a.ini" \
  -p "$top_builddir/tests/plugins/.libs/newer.so"
expect_grep "no plugin named with -p brings a family; -p replaces "
expect_grep "replaces $GKHOST_PLUGIN_PATH, and -p +FILE adds to it$"
expect_status 2 gkhost --dry-run -c "$tmp/a.ini" \
  -p "$top_builddir/plugins/transpose/.libs/transpose.so"
expect_grep "unknown family 'copy': there is transpose; -p replaces "
