#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# -h is --help; what others write as a command names the option.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 0 gkhost --help
mv "$tmp/out" "$tmp/help"
expect_status 0 gkhost -h
cmp "$tmp/out" "$tmp/help" || fail "-h prints something else"
expect_equal "$(wc -c <"$tmp/err")" 0
for name in help version; do
  expect_status 2 gkhost "$name"
  expect_grep "^gkhost: there is no command '$name': use gkhost --$name$"
done
