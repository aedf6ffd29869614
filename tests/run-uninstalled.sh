#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The build tree's ./gkhost runs through a link in another folder, and finds the
# plugins that were built beside it.  A copy of the tree runs what is in the copy:
# nothing that was built names the folder of the build.
source "${top_srcdir:-.}/tests/functions.sh" || exit

mkdir "$tmp/bin"
ln -s "$(cd "$top_builddir" && pwd)/gkhost" "$tmp/bin/gkhost"
ln -s gkhost "$tmp/bin/again"
unset GKHOST_PLUGIN_PATH
for name in gkhost again; do
  expect_status 0 env -C "$tmp" PATH="$tmp/bin:$PATH" "$name" list copy
  expect_grep '^    cpu-memcpy ' "$tmp/out"
done

expect_no_grep '[(]abs_' "$top_builddir/Makefile"
# configure was called by that path where sources are elsewhere.
[[ "$top_srcdir/" != "$top_builddir"/?* ]] || skip 'sources are in the build tree'
# Not what is for debuggers alone, GPU code's line numbers among it.  Coverage is counted where objects were made.
requires_uninstrumented
requires strings --version
requires objcopy --version
find "$top_builddir" -name '*.o' -prune -o -type f \
  \( -perm -u+x -o -name '*.so' -o -name '*.pc' \) -print |
  grep -v '/\.git/\|/config\.status$\|/fuzz' >"$tmp/built"
expect_grep '/host/gkhost$' "$tmp/built"
while read -r file; do
  bare=$file
  if ! head -c 2 "$file" | grep -q '#!'; then
    bare=$tmp/bare
    objcopy -R .nv_fatbin "$file" "$bare" 2>/dev/null || bare=$file
  fi
  ! strings -d "$bare" | grep -F -e "$top_builddir/" ||
    fail "$file names the folder of the build"
done <"$tmp/built"
