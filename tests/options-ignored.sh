#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What a command would ignore is refused, and so is the second of two.
source "${top_srcdir:-.}/tests/functions.sh" || exit
plugins_of copy

printf '[copy]\n' >"$tmp/a.ini"
run="gkhost -c $tmp/a.ini"
for command in "$run --dry-run -o $tmp/x" "$run --dry-run --format csv" \
  "$run --dry-run -v" "gkhost list -d cpu" "gkhost list -s copy.rows=1" \
  "gkhost list --only copy" "gkhost list -c $tmp/a.ini copy" \
  "$run --dry-run -c $tmp/a.ini" "$run --dry-run -d cpu -d cuda" \
  "$run --dry-run --only a --only b" "$run --format csv --format csv"; do
  # shellcheck disable=SC2086
  expect_status 2 $command
done
for option in -c -d -o -p --only; do
  expect_status 2 gkhost list "$option" ''
done
