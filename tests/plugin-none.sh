#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A .so that is not a plugin is refused: no ELF, a shared object without the entry,
# a program, a FIFO, one that is cut off.
source "${top_srcdir:-.}/tests/functions.sh" || exit

echo 'hello' >"$tmp/text.so"
expect_status 2 with_plugin "$tmp/text.so"
expect_grep 'text.so: it is not a shared object'

expect_status 2 with_plugin "$top_builddir/tests/plugins/.libs/no-plugin.so"
expect_grep 'no-plugin.so: it is not a gkhost plugin: it does not export'

mkfifo "$tmp/fifo.so"
expect_status 2 with_plugin "$tmp/fifo.so"
expect_grep 'fifo.so: it is not a regular file'

head -c 4000 "$top_builddir/plugins/copy/.libs/copy.so" >"$tmp/cut.so"
expect_status 2 with_plugin "$tmp/cut.so"
expect_grep 'cut.so: it is truncated or damaged'
