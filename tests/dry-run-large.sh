#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A dry run of 10,000 cases takes under a second and runs nothing.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_uninstrumented
printf '[copy]\nrows = 1..100\ncols = 1..100\nvariant = cpu-memcpy\n' \
  >"$tmp/a.ini"
begin=$(date +%s%N)
expect_status 0 gkhost -c "$tmp/a.ini" --dry-run
took=$((($(date +%s%N) - begin) / 1000000))
expect_grep '^10000 cases' "$tmp/out"
echo "took $took ms"
[ "$took" -lt 1000 ] || fail "took $took ms"
