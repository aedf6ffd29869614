#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost complete opens no plugin but to tell what it brings, and waits for none that
# does not load.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cat >"$tmp/slow.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <gkhost/plugin.h>

__attribute__ ((constructor)) static void
load (void)
{
  fclose (fopen (getenv ("OPENED"), "w"));
  sleep (60);
}

const gk_plugin *
gk_plugin_entry (void)
{
  return NULL;
}
END
$CC -shared -fPIC -I"$top_srcdir/include" -o "$tmp/slow.so" "$tmp/slow.c"
printf '[copy]\n' >"$tmp/a.ini"
export OPENED=$tmp/opened

for line in '' '--' '-d' '--format ' 'report ' '-s copy.cache=' '--only '; do
  read -r -a words <<<"-c $tmp/a.ini -p $tmp/slow.so $line"
  [[ $line != *' ' ]] || words+=('')
  expect_status 0 gkhost complete -- "${words[@]}"
  [ ! -e "$OPENED" ] || fail "a plugin was opened for '$line'"
done

expect_status 0 timeout 15 "$top_builddir/gkhost" complete -- list -p "$tmp/slow.so" ''
[ -e "$OPENED" ] || fail "the plugin was not opened"
expect_grep '^keys' "$tmp/out"
expect_no_grep .
