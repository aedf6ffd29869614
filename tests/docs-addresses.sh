#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Where to write and where the project is stands in configure.ac; the pages say the
# same, and no other address.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# told NAME: what configure made of AC_INIT.
told ()
{
  sed -n "s/^#define $1 \"\(.*\)\"/\1/p" "$top_builddir/config.h"
}
bugs=$(told PACKAGE_BUGREPORT)
home=$(told PACKAGE_URL)

for page in CONTRIBUTING.md SECURITY.md; do
  expect_grep "<$bugs>" "$top_srcdir/$page"
done
expect_grep "<$home>" "$top_srcdir/CONTRIBUTING.md"
others=$(grep -oh '[a-z][a-z]*@[a-z][a-z.]*\|https*://gkhost[a-z./]*' \
  "$top_srcdir"/{CONTRIBUTING,SECURITY,README,HACKING}.md |
  grep -v -x -F -e "$bugs" -e "$home" || :)
expect_equal "$others" ""
