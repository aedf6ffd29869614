#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A plugin file that is named stands in for one of its name in a folder, so that
# an installed plugin can be worked on.
source "${top_srcdir:-.}/tests/functions.sh" || exit

so=$top_builddir/tests/plugins/.libs/newer.so
mkdir "$tmp/installed"
cp "$so" "$tmp/installed/newer.so"
transpose=$top_builddir/plugins/transpose/.libs
GKHOST_PLUGIN_PATH=$transpose:$tmp/installed
export GKHOST_PLUGIN_PATH
expect_status 0 gkhost check "$so" --only 'transpose-2/newer-one' -d cpu

printf '[transpose]\nrows = 5\ncols = 7\nvariant = newer-*\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$transpose" -p "$tmp/installed" -p "$so"
expect_equal "$(count_records "$tmp/run.jsonl" status=ok)" 2
records "$tmp/run.jsonl" type=run >"$tmp/run"
expect_grep '/newer.so' "$tmp/run"
expect_no_grep "$tmp/installed/newer.so\"," "$tmp/run"

# Which of two files is meant nobody knows.
expect_status 2 gkhost -c "$tmp/a.ini" -p "$transpose" \
  -p "$tmp/installed/newer.so" -p "$so"
expect_grep 'plugin newer is in both'
