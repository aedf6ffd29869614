#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost complete prints what may come next, for each kind of word, from the tables
# that the program itself goes by; it says nothing of what is wrong.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '%s\n' '[suite]' 'cache = hot' '[copy]' 'note = a first look' 'rows = 4' \
  '[two words]' 'family = transpose' 'variant = cpu-*' >"$tmp/a.ini"
printf '[broken\n' >"$tmp/broken.ini"
copy=$top_builddir/plugins/copy/.libs/copy.so

# candidates WORD...: what there is for the last of them, without its help, in one
# line, behind how the shell is to go on.
candidates ()
{
  expect_status 0 gkhost complete -- "$@"
  expect_no_grep .
  cut -f 1 "$tmp/out" | tr '\n' ' '
}

# expect WANT WORD...: these, in this order.
expect ()
{
  local want=$1

  shift
  expect_equal "$* -> $(candidates "$@")" "$* -> $want "
}

# expect_among WANT WORD...: this one among others.
expect_among ()
{
  local want=$1

  shift
  [[ " $(candidates "$@")" = *" $want "* ]] ||
    fail "'$want' is not among what may come after: $*"
}

expect_not_among ()
{
  local other=$1

  shift
  [[ " $(candidates "$@")" != *" $other "* ]] ||
    fail "'$other' is among what may come after: $*"
}

# Commands, all that --help has; those that take what stands there already.
gkhost --help | sed -n 's/^ *gkhost \([a-z][a-z]*\).*/\1/p' | sort -u >"$tmp/help"
gkhost complete -- '' | sed '1d; s/\t.*//' | sort >"$tmp/commands"
expect_equal "$(cat "$tmp/commands")" "$(cat "$tmp/help")"
expect 'words list' -c "$tmp/a.ini" ''
expect 'words devices' --format jsonl dev
expect 'words check' --sanitizer ''

# Options, all that --help has; of a command, those that it takes; once, but for
# those that may be repeated.
gkhost --help | grep -o -e '^  [ -].[ ,] --[a-z][a-z-]*' | sed 's/.* //' |
  sort >"$tmp/help"
for command in '' list check new report compare; do
  gkhost complete -- ${command:+"$command"} --
done | grep -o '^--[a-z-]*' | sort -u >"$tmp/options"
expect_equal "$(cat "$tmp/options")" "$(cat "$tmp/help")"
expect 'words --device --dry-run' -c "$tmp/a.ini" --d
expect 'words' report --d
expect 'words c c++ cuda' new copy --lang c
expect 'words --across' compare --ac
expect 'words' --ac
expect 'words' --verbose --verb
expect 'words --set' -s copy.rows=1 --set
expect 'words --resume --resume=failed' --res
expect 'words --resume=failed' --resume=
expect_among --help devices ''
expect 'words -d' -d
gkhost complete -- --format | tail -n 1 >"$tmp/out"
expect_grep '^--format	table, csv, markdown' "$tmp/out"

# Values: formats of the command at hand, devices, files of a kind.
expect 'words table csv markdown jsonl junit html openmetrics' --format ''
expect 'words table csv markdown jsonl junit html svg openmetrics' report --format ''
expect 'words --format=jsonl --format=junit' report --format=j
expect 'words --form=csv' report --form=c
expect 'words jsonl' list --format ''
expect 'words jsonl' -c "$tmp/a.ini" --dry-run --format ''
expect 'words auto cpu cuda cuda:0 cuda:*' -d ''
expect 'words cpu,cuda cpu,cuda:0 cpu,cuda:*' --device cpu,cu
expect 'words -vdcpu' -vdcp
expect 'files .ini' -c ''
expect 'files .ini' --config=x
expect 'files .so' -p ''
expect 'files' -o ''
expect 'files .so' check ''
expect 'files .jsonl' report ''
expect 'files .jsonl' compare a.jsonl ''
expect_among --margin compare a.jsonl b.jsonl ''
expect 'words' --margin ''

# Families and variants, of the plugins that the line names.
expect 'words copy keys fields' list -p "$copy" ''
expect 'words fields' list -p "$copy" fie
expect_among transpose list ''
expect_among copy/cpu-memcpy list copy/
expect 'words copy/cpu-memcpy' list copy/cpu-m
expect 'words' list nothing/

# Jobs, and their cases.
expect 'words copy two words' -c "$tmp/a.ini" --only ''
expect 'words two words/cpu-naive' -c "$tmp/a.ini" --only 'two words/cpu-n'
expect 'words two words/cpu-naive' list -c "$tmp/a.ini" --only 'two words/cpu-n'
expect 'words t*/cpu-naive' -c "$tmp/a.ini" --only 't*/cpu-n'
expect 'words' -c "$tmp/a.ini" --only 'suite/'

# -s: jobs, keys of the host, the family and the variants that the job selects, and
# their values.
expect 'words suite. copy. two words.' -c "$tmp/a.ini" -s ''
expect 'words copy.' -c "$tmp/a.ini" -s c
gkhost complete -- -c "$tmp/a.ini" -s c >"$tmp/out"
expect_grep '^copy\..a first look$' "$tmp/out"
gkhost list keys --format jsonl | sed 's/.*"name": *"\([^"]*\)".*/suite.\1=/' |
  sort >"$tmp/keys"
gkhost complete -- -s suite. | sed '1d; s/\t.*//' | sort >"$tmp/complete"
expect_equal "$(cat "$tmp/complete")" "$(cat "$tmp/keys")"
expect_among copy.rows= -c "$tmp/a.ini" -s copy.
expect_among suite.rows= -c "$tmp/a.ini" -s suite.
expect_not_among copy.no= -c "$tmp/a.ini" -s copy.
expect 'words *.rounds= *.rows=' -c "$tmp/a.ini" -s '*.ro'
expect 'words copy.cache=cold copy.cache=hot' -c "$tmp/a.ini" -s copy.cache=
expect 'words copy.cache=hot,cold' -c "$tmp/a.ini" -s copy.cache=hot,c
expect 'words copy.verify=no copy.verify=yes' -c "$tmp/a.ini" -s copy.verify=
expect 'words copy.search=all copy.search=random' \
  -c "$tmp/a.ini" -s copy.search=
expect_among suite.device=cuda:0 -s suite.device=
expect 'words suite.parallel=devices suite.parallel=no' -s suite.parallel=
expect_not_among copy.parallel= -c "$tmp/a.ini" -s copy.
expect 'words copy.family=copy' -c "$tmp/a.ini" -s copy.family=co
expect 'words copy.baseline=cpu-memcpy' -c "$tmp/a.ini" -s copy.baseline=cpu-m
expect 'words copy.baseline=cpu-stream,cpu-memcpy' -c "$tmp/a.ini" \
  -s copy.baseline=cpu-stream,cpu-m
expect 'words copy.variant=cpu-stream,cpu-memcpy' -c "$tmp/a.ini" \
  -s copy.variant=cpu-stream,cpu-m
expect 'words copy.dtype=f32,f64' -c "$tmp/a.ini" -s copy.dtype=f32,f6
expect 'words copy.layout=row' -c "$tmp/a.ini" -s copy.family=matmul-square \
  -s copy.layout=r
expect 'words' -c "$tmp/a.ini" -s copy.rows=
expect 'words --set=copy.cache=hot' -c "$tmp/a.ini" --set=copy.cache=h

# What is wrong is passed over.
for suite in "$tmp/missing.ini" "$tmp/broken.ini" "$tmp" /dev/tty; do
  expect 'words suite.' -c "$suite" -s s
done
expect 'words --format' --nonsense --form
expect 'words' --form --form
expect 'words csv' --format nonsense --format c
expect 'words --format' -c "$tmp/a.ini" --help --version --format
expect_equal "$(candidates no-such-command '')" ""
expect 'words keys' list -p "$tmp/missing.so" ke
expect 'words' -- --for
expect_among list

# A home is found where the shell has not put it.
# shellcheck disable=SC2088
HOME=$tmp expect 'words copy.' -c '~/a.ini' -s c

# What a terminal would obey is not offered, and its help is shown as it is.
printf '[a\xe2\x80\xaeb]\nnote = x\n[ac]\nfamily = copy\nnote = x\xe2\x80\xaey\n' >"$tmp/odd.ini"
expect 'words ac.' -c "$tmp/odd.ini" -s a
expect_grep '^ac\..x\\u202ey$' "$tmp/out"

# A pipe is not read, which would wait.
mkfifo "$tmp/pipe.ini"
expect 'words suite.' -c "$tmp/pipe.ini" -s s
