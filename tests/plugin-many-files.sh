#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A folder with 10,000 files that are no plugins takes no time to speak of, since
# no worker is started for any; each is named, and the plugin among them is used.
source "${top_srcdir:-.}/tests/functions.sh" || exit
requires_uninstrumented

copy=$top_builddir/plugins/copy/.libs/copy.so

# copies N NAME: that many of standard input, in the folder.
copies ()
{
  cat >"$tmp/one"
  # What is expanded is the other shell's.
  # shellcheck disable=SC2016
  seq "$1" | sed "s|.*|$tmp/plugins/$2&.so|" |
    xargs -n 500 sh -c 'tee "$@" <"$0" >/dev/null' "$tmp/one"
}

mkdir "$tmp/plugins"
echo 'int x;' | copies 8000 text
head -c 4000 "$copy" | copies 1000 cut
copies 1000 other <"$top_builddir/tests/plugins/.libs/no-plugin.so"
cp "$copy" "$tmp/plugins/copy.so"

start=$(date +%s)
expect_status 0 gkhost list copy -p "$tmp/plugins"
seconds=$(($(date +%s) - start))
# A fraction of a second on a machine with nothing else to do; a worker for each
# took 20.
[ "$seconds" -le 5 ] || fail "$seconds s"
expect_equal "$(grep -c '; left out$' "$tmp/err")" 10000
expect_equal "$(grep -c 'not a shared object' "$tmp/err")" 8000
expect_equal "$(grep -c 'truncated or damaged' "$tmp/err")" 1000
expect_equal "$(grep -c 'not a gkhost plugin' "$tmp/err")" 1000
expect_grep '^copy: ' "$tmp/out"
