#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The build tree's ./gkhost runs through a link in another folder, and finds the
# plugins that were built beside it.
source "${top_srcdir:-.}/tests/functions.sh" || exit

mkdir "$tmp/bin"
ln -s "$(cd "$top_builddir" && pwd)/gkhost" "$tmp/bin/gkhost"
ln -s gkhost "$tmp/bin/again"
unset GKHOST_PLUGIN_PATH
for name in gkhost again; do
  expect_status 0 env -C "$tmp" PATH="$tmp/bin:$PATH" "$name" list copy
  expect_grep '^    cpu-memcpy ' "$tmp/out"
done
