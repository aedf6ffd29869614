#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# zsh completes a command line of gkhost.
# shellcheck disable=SC2088
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires zsh --version
file=$top_srcdir/completions/zsh/_gkhost
expect_status 0 zsh -f -n "$file"
expect_equal "$(head -n 1 "$file")" '#compdef gkhost'

printf '%s\n' '[copy]' '[two words]' 'family = transpose' >"$tmp/a.ini"
printf '[copy]\n' >"$tmp/an other.ini"
ln -s "$top_builddir/gkhost" "$tmp/gkhost"
export HOME=$tmp PATH=$tmp:$PATH
cd "$tmp" || exit

# What zsh itself has within a completion: shown by what it is asked for.
cat >"$tmp/within" <<'END'
compadd () { local -a shown=(${(P)4}) given=(${(P)@[-1]}); [[ $1 != -S ]] || print -n 'begun|'; print -rn -- "${(j:|:)given}${given:+|}" }
compset () { print -rn -- "compset $*|" }
_files () { print -rn -- "_files $*|" }
file=$1
shift
words=("$@")
CURRENT=$#words
PREFIX=$words[-1]
complete_it () { source $file }
complete_it
END

# expect WANT WORD...: what zsh is told of the last of the words, as they are written.
expect ()
{
  local want=$1

  shift
  zsh -f "$tmp/within" "$file" "$@" >"$tmp/out" 2>"$tmp/err" || :
  expect_no_grep .
  expect_equal "$* -> $(cat "$tmp/out")" "$* -> $want"
}

expect 'list|devices|check|new|report|compare|begun|' gkhost ''
expect '--format|begun|' gkhost --fo
expect '--format=jsonl|--format=junit|begun|' gkhost --format=j
expect 'cuda|cuda:0|cuda:*|begun|' gkhost -d cu
expect 'begun|copy.cache=|' gkhost -c a.ini -s copy.cac
expect 'copy.cache=cold|copy.cache=hot|begun|' gkhost -c a.ini -s copy.cache=
expect 'begun|copy.|' gkhost -c "'an other.ini'" -s c
expect 'begun|copy.|' gkhost -c '~/a.ini' -s c
expect 'begun|two words.|' gkhost -c a.ini -s tw
expect 'compset -P --*=|_files -g *.ini|' gkhost -c a
expect 'compset -P --*=|_files |' gkhost -o a
expect 'begun|' gkhost --margin ''
expect '' gkhost nonsense ''
expect '' "$tmp/none" ''
