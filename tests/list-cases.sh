#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost list -c prints the cases that --dry-run prints, and runs none.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[copy]\nrows = 4, 5\ncols = 4\nvariant = cpu-*\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" --dry-run
cp "$tmp/out" "$tmp/want"
expect_status 0 gkhost list -c "$tmp/a.ini"
cmp "$tmp/out" "$tmp/want" >&2 || fail "not what --dry-run prints"
expect_grep 'rows=5' "$tmp/out"
# Numbered from 1, as --profile counts.
expect_grep '^1 copy/cpu-memcpy .* rows=4 ' "$tmp/out"
echo 'rwos = 4' >>"$tmp/a.ini"
expect_status 2 gkhost list -c "$tmp/a.ini"
expect_grep "a.ini:5: .*'rwos'"
