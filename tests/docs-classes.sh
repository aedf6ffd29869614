#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost-trust(7) and the help of the field list each class of a wrong result.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/docs-functions.sh"

grep -o '= "[a-z-]*"' "$top_srcdir/host/plugin/wrong-class.c" | tr -d '= "' |
  sort >"$tmp/classes"
sed -n '/^\.Sh CLASSES/,/^\.Sh [^C]/s/^\.It Li \([a-z-]*\)$/\1/p' \
  "$man/gkhost-trust.7" | sort >"$tmp/page"
same_lines 'the classes' "$tmp/classes" 'gkhost-trust(7)' "$tmp/page"
expect_status 0 gkhost list fields
tr -s '\n ' '  ' <"$tmp/out" >"$tmp/fields"
while read -r class; do
  expect_grep "seen of a wrong result: [^;]*\\b$class\\b" "$tmp/fields"
done <"$tmp/classes"
