#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A plugin or a plugin folder that does not exist is an error.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 2 with_plugin "$tmp/none"
expect_grep "^gkhost: $tmp/none: No such file or directory; -p takes a plugin"
expect_status 2 with_plugin "$tmp/none.so"
expect_grep "^gkhost: $tmp/none.so: No such file"

# What named it is what is blamed.
export GKHOST_PLUGIN_PATH=$tmp/none
expect_status 2 gkhost list
expect_grep "^gkhost: $tmp/none: No such file or directory; GKHOST_PLUGIN_PATH takes"
