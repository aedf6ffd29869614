#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# `gkhost new` says what is wrong with a name, a family or a language, and then
# writes nothing; what is there is never written over.
source "${top_srcdir:-.}/tests/functions.sh" || exit

mkdir "$tmp/work"
cd "$tmp/work"

# refuses PATTERN ARG...: the arguments are refused, and no file comes of them.
refuses ()
{
  local pattern=$1

  shift
  expect_status 2 gkhost new "$@"
  expect_grep "^gkhost: $pattern"
  [ "$(wc -l <"$tmp/err")" -eq 1 ] || fail "more than one line for: $*"
  [ -z "$(ls -A)" ] || fail "something was written for: $*"
}

rule='is not a valid name: it must begin with a lower-case letter, followed by '
rule+="lower-case letters, digits, '-' and '_', at most 64 bytes\$"
long=$(printf 'a%.0s' {1..65})
for name in '' Mine 1st -- a/b ../a a.b 'a b' "$long" ä; do
  [ "$name" = -- ] || refuses "name '.*' $rule" copy -- "$name"
  [ -z "$name" ] || [ "$name" = -- ] ||
    refuses "--family '.*' $rule" --family "$name"
done
refuses "--family '' names nothing" --family ''
refuses "--family suite: the section \[suite\] of a suite has" --family suite

refuses 'new needs a family and a name'
refuses 'new needs a family and a name' copy
refuses "one argument too many: 'b'" copy a b
refuses "one argument too many: 'b'" --family a a b
refuses "there is no family 'tranpose' to make a variant of: did you mean 'transpose'?; there is copy, transpose, matmul, .*, reduce, .* --family NAME" tranpose a
refuses "there is no family 'redcue' to make a variant of: did you mean 'reduce'?; " redcue a
refuses "there is no language 'C': did you mean 'c'?; there is c, c++, cuda, python, triton, torch, rust$" copy a --lang C
refuses "there is no language 'fortran'; there is" copy a --lang fortran
refuses '--lang is given twice' copy a --lang c --lang rust
for option in '-c x.ini' '-d cpu' '-o x' -v '--format csv' --in-process; do
  # shellcheck disable=SC2086
  refuses "new does not accept ${option%% *};" copy a $option
done
expect_status 2 gkhost list --lang c
expect_grep 'list without -c does not accept --lang'

# What would take the place of something that is installed.
export GKHOST_PLUGIN_PATH=$top_builddir/plugins/transpose/.libs
refuses "there is a variant 'cpu-naive' already, in plugin transpose" \
  transpose cpu-naive
# Also where its plugin is not here.
refuses "there is a variant 'direct' already, in plugin transpose-cuda" \
  transpose direct
refuses "there is a plugin 'transpose' already, in plugin /" copy transpose
refuses "there is a family 'transpose' already" --family transpose mine

# What is there stays as it is: a folder, a file, a link to nowhere.
mkdir full
echo kept >full/Makefile
echo kept >file
ln -s nowhere link
for name in full file link; do
  expect_status 2 gkhost new copy "$name"
  expect_grep "^gkhost: $name exists already and is left as it is: choose another name, or move it away$"
done
expect_equal "$(cat full/Makefile file | sort -u)" kept
expect_equal "$(ls -A full)" Makefile
[ ! -e nowhere ] || fail "it wrote through a link"

# No folder can be made in one that is gone.
mkdir gone
(cd gone && rmdir ../gone && expect_status 3 gkhost new copy mine) || exit
expect_grep '^gkhost: mine: can.t be made: .*; go to a folder that you may write'
