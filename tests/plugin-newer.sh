#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Structs that grew at their ends in a later header are read as far as known.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[transpose]\nrows = 5\ncols = 7\nvariant = newer-*\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
  -p "$top_builddir/tests/plugins/.libs/newer.so"
expect_equal "$(count_records "$tmp/run.jsonl" variant=newer-one status=ok)" 1
expect_equal "$(count_records "$tmp/run.jsonl" variant=newer-two status=ok)" 1
