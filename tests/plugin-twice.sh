#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A copy of a plugin that was left beside it ends no run: one is used, and one
# line tells: of two as high, that whose name is shorter.  Two that -p names clash.
source "${top_srcdir:-.}/tests/functions.sh" || exit

so=$top_builddir/plugins/copy/.libs/copy.so
expect_status 0 with_plugin "$so"
expect_no_grep copy

mkdir "$tmp/found" "$tmp/other"
cp "$so" "$tmp/found/copy.so"
cp "$so" "$tmp/found/copy-old.so"
printf '[copy]\nrows = 4\ncols = 4\nvariant = cpu-memcpy\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -p "$tmp/found" -o "$tmp/run.jsonl"
expect_grep '^gkhost: plugin copy was found twice: .*/copy.so .* is used'
expect_equal "$(wc -l <"$tmp/err")" 1
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 1
expect_status 0 gkhost list -p "$tmp/found"

# However many there are.
for i in $(seq 58); do
  ln "$tmp/found/copy-old.so" "$tmp/found/copy-$i.so"
done
expect_status 0 gkhost -c "$tmp/a.ini" -p "$tmp/found" -o "$tmp/run.jsonl"
expect_grep '^gkhost: plugin copy was found 60 times: .*/copy.so .* is used'
expect_equal "$(wc -l <"$tmp/err")" 1
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 1

cp "$so" "$tmp/other/copy.so"
expect_status 2 with_plugin "$tmp/other/copy.so"
expect_grep 'plugin copy is in both .*, and -p names both'
