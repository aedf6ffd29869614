#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# -p +FILE and -p +FOLDER add to the default folders, which -p without a sign
# replaces; an element of GKHOST_PLUGIN_PATH that is empty is the installed one.
source "${top_srcdir:-.}/tests/functions.sh" || exit

so=$top_builddir/tests/plugins/.libs/newer.so
transpose=$top_builddir/plugins/transpose/.libs
copy=$top_builddir/plugins/copy/.libs
mkdir "$tmp/mine"
cp "$so" "$tmp/mine"

# families ARG...: those that are listed, in order, with newer's variants.
families ()
{
  expect_status 0 gkhost list "$@"
  sed -n 's/^\([a-z-]*\): .*/\1/p; s/^    \(newer-one\) .*/\1/p' "$tmp/out" |
    paste -s -d ' '
}

export GKHOST_PLUGIN_PATH=$transpose
expect_equal "$(families)" transpose
expect_equal "$(families -p "$copy")" copy
for added in "$so" "$tmp/mine"; do
  expect_equal "$(families -p "+$added")" 'transpose newer-one'
done
# One sign is for all that is named, and the folders are searched once.
expect_equal "$(families -p "$copy" -p "+$so")" 'copy transpose newer-one'
expect_equal "$(families -p "+$copy" -p "+$transpose")" 'copy transpose'
expect_equal "$(wc -c <"$tmp/err")" 0

printf '[transpose]\nrows = 5\ncols = 7\nvariant = newer-one\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -p "+$so" -o "$tmp/run.jsonl"
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 1

expect_status 2 gkhost list -p +
expect_grep "^gkhost: -p '+' names no plugin and no folder"
expect_status 2 gkhost list -p "+$tmp/none.so"
expect_grep "^gkhost: $tmp/none.so: No such file or directory; -p takes"

# The built program looks into the folders of the build, so an installed one is
# asked.
install_into "$tmp/root"
installed_gkhost=$(installed "$tmp/root" bin/gkhost)
expect_status 2 env GKHOST_PLUGIN_PATH="$tmp/none:" "$installed_gkhost" list
expect_grep "^gkhost: $tmp/none: No such file"
for path in ":$transpose" "$transpose:"; do
  GKHOST_PLUGIN_PATH=$path expect_status 0 "$installed_gkhost" list
  expect_grep '^transpose: ' "$tmp/out"
done
GKHOST_PLUGIN_PATH=$copy: expect_status 2 "$installed_gkhost" -c "$tmp/a.ini" \
  -p "$so"
expect_grep "; -p replaces $copy:/[^:]*, and -p +FILE adds to it$"
