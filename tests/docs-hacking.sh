#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# HACKING.md is short enough to be read, and each file that it names is there.
source "${top_srcdir:-.}/tests/functions.sh" || exit

page=$top_srcdir/HACKING.md
[ "$(wc -l <"$page")" -le 200 ] || fail 'HACKING.md is over 200 lines'
[ "$(wc -l <"$top_srcdir/man/gkhost.1")" -le 900 ] ||
  fail 'gkhost.1 is over 900 lines'

# Paths in backquotes, but for those with a word in capitals or a pattern.
# Backquotes are the page's.
# shellcheck disable=SC2016
grep -oE '`(host|report|plugins|bridges|tests|include|conf|python|results)/[^` ]+`' "$page" |
  tr -d '`' | grep -v -E '[A-Z]{3}|\*' | sort -u >"$tmp/paths"
[ "$(grep -c . "$tmp/paths")" -gt 40 ] || fail 'too few paths were found'
while IFS= read -r path; do
  # A unit test is a program, which stands for its source.
  [ -e "$top_srcdir/$path" ] || [ -e "$top_srcdir/$path.c" ] ||
    fail "HACKING.md names $path, which is not there"
done <"$tmp/paths"
