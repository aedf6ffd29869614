#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# README.md is a first page: short, without gkhost's own words where it begins, and
# its links lead to files that are there.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/docs-functions.sh"

[ "$(wc -l <"$readme")" -le 185 ] || fail 'README.md is over 185 lines'

# Of the ten words, the page explains case and peer, and the manual the others.
own='blocks?|rounds?|judge[sd]?|timers?|orders?|claims?|records?|caveats?'
! head -n 60 "$readme" | grep -n -w -i -E "$own" >&2 ||
  fail 'a word of gkhost that only the manual explains'

# links FILE: the targets of its links that are files, below the file's folder.
links ()
{
  grep -o ']([^)#:]*)' "$1" | sed 's/^](\(.*\))$/\1/'
}
for page in README.md results/README.md packaging/README.md; do
  links "$top_srcdir/$page" >"$tmp/links"
  [ -s "$tmp/links" ] || fail "$page: no link was found"
  while IFS= read -r target; do
    [ -e "$top_srcdir/$(dirname "$page")/$target" ] ||
      fail "$page: there is no $target"
  done <"$tmp/links"
done
