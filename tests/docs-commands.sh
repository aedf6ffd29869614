#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The commands of the README and of gkhost(1) work.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/docs-functions.sh"

requires_unsanitized
mkdir "$tmp/bin" "$tmp/work"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$top_builddir/gkhost" >"$tmp/bin/gkhost"
chmod +x "$tmp/bin/gkhost"
PATH=$tmp/bin:$PATH
cp -R "$top_srcdir/conf" "$tmp/work/conf"
chmod -R u+w "$tmp/work/conf"
make_small "$tmp"/work/conf/*.ini
cp "$tmp/work/conf/suite.ini" "$tmp/work/suite.ini"
cp "$tmp/bin/gkhost" "$tmp/work/gkhost"
# What the README's commands find in the build tree, and the compiler of this build.
cp -R "$top_srcdir/include" "$tmp/work/include"
readme_block c 1 >"$tmp/work/mine.c"
readme_block ini 1 >"$tmp/work/mine.ini"
make_tenth "$tmp/work/mine.ini"
printf '#!/bin/sh\nexec %s "$@"\n' "$CC" >"$tmp/bin/cc"
chmod +x "$tmp/bin/cc"
cd "$tmp/work"

run_block ()
{
  cat "$tmp/block"
  expect_status 0 sh -e "$tmp/block"
}

each_block readme_block sh -- run_block
each_block man_block gkhost.1 sh -- run_block
