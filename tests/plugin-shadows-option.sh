#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A tunable that is named like an option of its family could never be set: check
# says so, a run that names the plugin stops, and one that only finds it goes on
# without the variant.
source "${top_srcdir:-.}/tests/functions.sh" || exit

so=$top_builddir/tests/plugins/.libs/shadow.so
why="shadow.so: variant shadowing: its tunable 'rows' has the name of an option"
expect_status 1 gkhost check "$so"
expect_grep "$why of family copy, so no suite could set it; rename it\$"
expect_no_grep sound "$tmp/out"
expect_status 2 with_plugin "$so"
expect_grep "$why"

mkdir "$tmp/found"
cp "$so" "$top_builddir/plugins/copy/.libs/copy.so" "$tmp/found"
printf '[copy]\nrows = 4\ncols = 4\nvariant = cpu-memcpy\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -p "$tmp/found" -o "$tmp/run.jsonl"
expect_grep "$why .*; left out\$"
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 1
