#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The files in completions/ have the commands, options and words that the program has,
# and bash, fish and zsh, those that are here, complete with them.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cd "$top_srcdir/completions" || exit
files=(bash/gkhost fish/gkhost.fish zsh/_gkhost)

# Options, commands, formats, languages and families, as the program lists them.
gkhost --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p' >"$tmp/commands"
{
  cat "$tmp/commands"
  for command in run $(cat "$tmp/commands"); do
    gkhost "$command" --help | grep -o -e '^  [ -].[ ,] --[a-z][a-z-]*' | sed 's/.* --//'
  done
  {
    gkhost --format none || :
    gkhost new copy mine --lang none || :
    gkhost new none mine || :
  } 2>&1 | sed 's/.*\(choose one of\|there is\)//; s/, and .*//' | tr -d ' ' |
    tr , '\n'
} | sort -u | grep . >"$tmp/words"
for word in sanitizer report csv rust transpose; do
  expect_grep "^$word$" "$tmp/words"
done
for file in "${files[@]}"; do
  while read -r word; do
    grep -q -e "[^a-z+-]\(--\)\?$word\($\|[^a-z+-]\)" "$file" || fail "$file lacks $word"
  done <"$tmp/words"
  # No other option.
  grep -o -e '[ (]--[a-z][a-z-]*' -e '-l [a-z-]*' "$file" |
    sed 's/^[ (]*--//; s/^-l //' | sort -u >"$tmp/options"
  while read -r word; do
    expect_grep "^$word$" "$tmp/words"
  done <"$tmp/options"
done

files_too=
mkdir "$tmp/work"
touch "$tmp/work/a.ini" "$tmp/work/b.jsonl"

# expect_bash WANT LINE: the replies at the end of the line, whose words bash splits at
# blanks and '='.
expect_bash ()
{
  local want=$1

  read -r -a COMP_WORDS <<<"${2//=/ = }"
  [[ $2 != *[' ='] ]] || COMP_WORDS+=('')
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  COMPREPLY=(left)
  _gkhost gkhost "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
  expect_equal "$2 -> ${COMPREPLY[*]}$files_too" "$2 -> $want"
  files_too=
}
# It works within a completion only.
compopt ()
{
  files_too='+ files'
}

# shellcheck source=completions/bash/gkhost
source "$top_srcdir/completions/bash/gkhost"
complete -p gkhost >"$tmp/out"
expect_grep _gkhost "$tmp/out"
expect_bash 'list devices check new report compare' 'gkhost '
expect_bash 'list' 'gkhost --in-process li'
expect_bash '--format' 'gkhost --fo'
expect_bash 'jsonl junit' 'gkhost --format j'
expect_bash 'jsonl junit' 'gkhost report a --format=j'
expect_bash 'cuda' 'gkhost -d cu'
expect_bash 'failed' 'gkhost -c a.ini --resume='
expect_bash 'keys' 'gkhost list k'
expect_bash 'matmul matmul-square matmul-rect' 'gkhost new m'
expect_bash 'c c++ cuda' 'gkhost new copy mine --lang c'
for line in '-c ' '--config=' '-p ' 'report a' 'check '; do
  expect_bash '+ files' "gkhost $line"
done
expect_bash '' 'gkhost -s cop'
expect_bash '' 'gkhost --margin '
expect_bash '' 'gkhost --columns '

# expect_fish WANT LINE
expect_fish ()
{
  expect_status 0 fish --no-config -c "source '$PWD/fish/gkhost.fish'
    cd '$tmp/work'; complete -C '$2'"
  expect_no_grep .
  expect_equal "$2 -> $(cut -f 1 "$tmp/out" | sort | tr '\n' ' ')" "$2 -> $1"
}

if fish --version >"$tmp/version" 2>&1; then
  expect_fish 'check compare devices list new report ' 'gkhost '
  expect_fish '--format ' 'gkhost --fo'
  expect_fish '--format=jsonl --format=junit ' 'gkhost --format=j'
  expect_fish 'cuda ' 'gkhost -d cu'
  expect_fish 'a.ini ' 'gkhost -c a'
  expect_fish 'b.jsonl ' 'gkhost report b'
  expect_fish '--resume=failed ' 'gkhost --resume='
  expect_fish '' 'gkhost --margin '
fi

# zsh: what it hands to _arguments, which completes by it.
if zsh --version >"$tmp/version" 2>&1; then
  expect_status 0 zsh -f -n zsh/_gkhost
  expect_equal "$(head -n 1 zsh/_gkhost)" '#compdef gkhost'
  # shellcheck disable=SC2016
  expect_status 0 zsh -f -c '_arguments () { print -rl -- "$@" }
    complete_it () { source zsh/_gkhost }; complete_it'
  expect_no_grep .
  expect_grep '^(-c --config)--config=\[the suite\]:suite:_files' "$tmp/out"
fi
