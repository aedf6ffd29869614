#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A plugin that crashes while it is loaded is refused by name; in a folder, it is
# left out and the others are used.
source "${top_srcdir:-.}/tests/functions.sh" || exit

bad=$top_builddir/tests/plugins/.libs/crash-on-load.so
expect_status 2 with_plugin "$bad"
expect_grep 'crash-on-load.so: the worker was ended by signal 11 (.*) while the plugin was loaded'

mkdir "$tmp/plugins"
cp "$bad" "$tmp/plugins"
expect_status 0 with_plugin "$tmp/plugins"
expect_grep 'crash-on-load.so: .*; left out'

# What it printed last is told: it may say why.
cat >"$tmp/leaves.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
static void leave (void) __attribute__ ((constructor));
static void
leave (void)
{
  puts ("looking for a licence\nthere is no licence");
  exit (3);
}
void *gk_plugin_entry (void);
void *
gk_plugin_entry (void)
{
  return NULL;
}
END
build_plugin leaves
expect_status 2 with_plugin "$tmp/leaves.so"
expect_grep 'leaves.so: the worker exited by itself with status 3 while the plugin was loaded; it printed: there is no licence$'

# A table that is none is the plugin's.
cat >"$tmp/nowhere.c" <<'END_OF_C'
const void *gk_plugin_entry (void);
const void *
gk_plugin_entry (void)
{
  return (const void *)8;
}
END_OF_C
build_plugin nowhere
expect_status 2 with_plugin "$tmp/nowhere.so"
expect_grep "nowhere.so: the worker .* while the plugin's tables were read"
