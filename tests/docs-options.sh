#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost(1) has every option of the commands' --help, and no other.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/docs-functions.sh"

expect_status 0 gkhost --help
sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p' "$tmp/out" >"$tmp/commands"
sed -n '/^\.Ss Commands/,/^\.Ss Examples/s/^\.It Cm //p' "$man/gkhost.1" >"$tmp/page"
same_lines --help "$tmp/commands" 'gkhost(1)' "$tmp/page"
cp "$tmp/out" "$tmp/all"
echo run >>"$tmp/commands"
while read -r command; do
  expect_status 0 gkhost "$command" --help
  cat "$tmp/out" >>"$tmp/all"
done <"$tmp/commands"
# A row of an option: "  -c, --config SUITE" or "      --only GLOB".
grep -e '^  -., --[a-z]' -e '^      --[a-z]' "$tmp/all" | sort -u >"$tmp/rows"

grep -o -e '--[a-z][a-z-]*' "$tmp/rows" | sort -u >"$tmp/help"
sed -n '/^\.Ss Options/,/^\.Sh/p' "$man/gkhost.1" >"$tmp/options"
grep -o -e '^\.It.* Fl -[a-z][a-z-]*\|^\.It Fl -[a-z][a-z-]*' "$tmp/options" |
  sed 's/.*Fl -/--/' | sort >"$tmp/page"
same_lines --help "$tmp/help" 'gkhost(1)' "$tmp/page"

sed -n 's/^  \(-[a-z]\), --.*/\1/p' "$tmp/rows" | sort -u >"$tmp/help"
sed -n 's/^\.It Fl \([a-z]\) .*/-\1/p' "$tmp/options" | sort >"$tmp/page"
same_lines --help "$tmp/help" 'gkhost(1)' "$tmp/page"

# The synopsis has each but those that end at once, by its letter where it has
# one.
sed -n 's/^  \(-[a-z]\), --.*/\1/p; s/^      \(--[a-z][a-z-]*\).*/\1/p' "$tmp/rows" |
  grep -v -x -e -h -e --help -e --version | sort -u >"$tmp/help"
sed -n '/^\.Sh SYN/,/^\.Sh DESC/s/.*Fl \(-*[a-z][a-z-]*\).*/-\1/p' "$man/gkhost.1" |
  sort -u >"$tmp/page"
same_lines --help "$tmp/help" 'the synopsis of gkhost(1)' "$tmp/page"
