#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost list names one variant or family, and the nearest where there is none;
# variants whose family is not here are listed apart.
source "${top_srcdir:-.}/tests/functions.sh" || exit

copy=$top_builddir/plugins/copy/.libs/copy.so
expect_status 0 gkhost list copy/cpu-memcpy -p "$copy"
expect_grep 'cpu-memcpy' "$tmp/out"
expect_status 2 gkhost list copy/cpu-memcopy -p "$copy"
expect_grep "there is no variant .*cpu-memcopy' .*did you mean '\(copy/\)\?cpu-memcpy'?"
expect_status 2 gkhost list coppy -p "$copy"
expect_grep "there is no family 'coppy' .*did you mean 'copy'?"

# What a name begins with is no name, and says which are meant.
expect_status 2 gkhost list matmul
expect_grep "no family 'matmul' (see gkhost list): these begin with it: matmul-rect, matmul-square$"
expect_status 2 gkhost list cop -p "$copy"
expect_grep "no family 'cop' .*: did you mean 'copy'?$"
expect_status 2 gkhost list copy/cpu -p "$copy"
expect_grep "no variant 'cpu' .*: these begin with it: cpu-memcpy, cpu-"
expect_status 2 gkhost list copy/ -p "$copy"
expect_no_grep 'begin with it'

expect_status 2 gkhost list nothing-like-it/direct -p "$copy"
expect_grep "there is no family 'nothing-like-it' (see gkhost list)$"

# Families in one list, and a plugin whose family is not here.
expect_status 0 gkhost list
expect_grep '^copy:' "$tmp/out"
expect_grep '^transpose:' "$tmp/out"
expect_grep '^plugins$' "$tmp/out"
expect_status 0 gkhost list -p "$copy" \
  -p "$top_builddir/tests/plugins/.libs/faults.so"
expect_grep 'variants whose family no plugin here brings' "$tmp/out"
expect_grep '^  transpose/wrong of plugin faults$' "$tmp/out"
