#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The completion of bash replies with what gkhost complete prints: less what bash
# leaves alone, and quoted as the line needs it.
# shellcheck disable=SC2016,SC2088,SC1003
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/completions/bash/gkhost"

printf '%s\n' '[copy]' '[two words]' 'family = transpose' '[a$(touch $HOME/b)]' \
  "[a'b]" '[d"$x]' >"$tmp/a.ini"
printf '[copy]\n' >"$tmp/an other.ini"
export HOME=$tmp
# compopt works within a completion only.
compopt ()
{
  options+=" $*"
}

# expect WANT LINE [WORD]: the replies where the cursor is at the line's end, and what
# is asked of bash; bash replaces WORD, which is the last one unless given.
expect ()
{
  local want=$1

  COMP_LINE=$2
  COMP_POINT=${#2}
  COMPREPLY=(left)
  options=
  _gkhost "$program" "${3-${2##* }}" before
  expect_equal "$2 -> $(printf '%s|' "${COMPREPLY[@]}")$options" "$2 -> $want"
}

complete -p gkhost >"$tmp/out"
expect_grep _gkhost "$tmp/out"
program=$top_builddir/gkhost
expect 'list|devices|check|new|report|compare|' "$program "
expect '--format|' "$program --fo"
expect 'jsonl|junit|' "$program --format j"
expect '--format=jsonl|--format=junit|' "$program --format=j"
expect 'jsonl|junit|' "$program --format=j" j
expect 'cuda:0|cuda:\*|' "$program -d cuda:"
expect '0|\*|' "$program -d cuda:" ''
expect '| -o default' "$program -c "
expect '| -o default' "$program report a"
expect '|' "$program --margin "
expect '|' "$program nonsense "
expect 'copy.| -o nospace' "$program -c $tmp/a.ini -s c"
expect 'cache=| -o nospace' "$program -c $tmp/a.ini -s copy.cac" cac
expect 'cold|' "$program -c $tmp/a.ini -s copy.cache=c" c
expect 'copy.| -o nospace' "$program -c $tmp/an\\ other.ini -s c"
expect 'copy.| -o nospace' "$program -c '$tmp/an other.ini' -s c"
cp "$tmp/a.ini" "$tmp/b\\.ini"
expect 'copy.| -o nospace' "$program -c '$tmp/b\\.ini' -s c"
expect 'copy.| -o nospace' "$program -c \"$tmp/an other.ini\" -s c"
expect 'copy.| -o nospace' "$program -c ~/a.ini -s c"
# The cursor is in the midst: what follows it stays.
COMP_LINE="$program --fo nothing" COMP_POINT=$((${#program} + 5)) COMPREPLY=()
_gkhost "$program" --fo before
expect_equal "${COMPREPLY[*]}" --format

# Of a job, nothing is run or expanded.
expect "two\\ words.| -o nospace" "$program -c $tmp/a.ini -s tw"
expect "two words.| -o nospace" "$program -c $tmp/a.ini -s 'tw" tw
expect 'a\$\(touch\ \$HOME/b\).|a\'\''b.| -o nospace -o nospace' "$program -c $tmp/a.ini -s a"
expect 'a$(touch $HOME/b).| -o nospace' "$program -c $tmp/a.ini -s 'a" a
expect "a'b.| -o nospace" "$program -c $tmp/a.ini -s \"a" a
expect '|' "$program -c $tmp/a.ini -s \"d" d
[ ! -e "$tmp/b" ] || fail "a job's name was run"

# Where there is no such program, or one that knows no completion.
for program in "$tmp/none" false; do
  expect '|' "$program --fo" 2>"$tmp/err"
  expect_no_grep .
done

# A program below the home.
ln -s "$top_builddir/gkhost" "$tmp/gkhost"
expect '--format|' '~/gkhost --fo'
