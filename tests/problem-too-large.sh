#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A problem that no memory holds is refused, and one that needs more memory than there
# is is a skip with both figures.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[copy]\nrows = 1099511627776\ncols = 1099511627776\n' >"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -d cpu -o "$tmp/run.jsonl"
records "$tmp/run.jsonl" variant=cpu-memcpy status=failed >"$tmp/record"
expect_grep '64 bits' "$tmp/record"

printf '[copy]\nrows = 1073741824\ncols = 1024\ndtype = c128\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
records "$tmp/run.jsonl" variant=cpu-memcpy status=skipped >"$tmp/record"
expect_grep 'needs [0-9.]* TiB of memory and cpu has [0-9.]* [GTM]iB free' \
  "$tmp/record"
