#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# fish completes a command line of gkhost.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires fish --version
file=$top_srcdir/completions/fish/gkhost.fish
expect_status 0 fish --no-execute "$file"

printf '%s\n' '[copy]' '[two words]' 'family = transpose' >"$tmp/a.ini"
printf '[copy]\n' >"$tmp/an other.ini"
touch "$tmp/a.jsonl"
ln -s "$top_builddir/gkhost" "$tmp/gkhost"
export HOME=$tmp PATH=$tmp:$PATH
cd "$tmp" || exit

# expect WANT LINE: what may come, without its help.
expect ()
{
  expect_status 0 fish --no-config -c "source '$file'; complete -C '$2'"
  expect_no_grep .
  expect_equal "$2 -> $(cut -f 1 "$tmp/out" | sort | tr '\n' '|')" "$2 -> $1"
}

expect 'check|compare|devices|list|new|report|' 'gkhost '
expect_grep '^devices	the devices that cases can run on$' "$tmp/out"
expect '--format|' 'gkhost --fo'
expect '--format=jsonl|--format=junit|' 'gkhost --format=j'
expect 'cuda:*|cuda:0|' 'gkhost -d cuda:'
expect 'copy.cache=|' 'gkhost -c a.ini -s copy.cac'
expect 'copy.cache=cold|copy.cache=hot|' 'gkhost -c a.ini -s "copy.cache='
expect 'copy.|' 'gkhost -c "an other.ini" -s c'
expect 'copy.|' 'gkhost -c ~/a.ini -s c'
expect 'two words.|' 'gkhost -c a.ini -s tw'
expect 'a.ini|an other.ini|' 'gkhost -c a'
expect '--config=a.ini|--config=an other.ini|' 'gkhost --config=a'
expect 'a.jsonl|' 'gkhost report a'
expect '' 'gkhost --margin '
