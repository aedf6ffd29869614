#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A plugin that takes the name of an installed one, or of a variant of it, is
# told with both files, which of them is used, and what is missed.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# plugin FILE NAME FAMILY VARIANT: one with a variant that is never run.
plugin ()
{
  cat >"$tmp/plugin.c" <<END
#include <gkhost/plugin.h>
static int launch (const gk_host *host, const void *problem, void *state,
                   void *stream)
{ (void)host, (void)problem, (void)state, (void)stream; return GK_SKIP; }
static const gk_variant variants[] = {
  { .family = "$3", .name = "$4", .summary = "does nothing", .launch = launch }
};
GK_PLUGIN ("$2", "1", "one of another", NULL, variants)
END
  $CC -shared -fPIC -I"$top_srcdir/include" -o "$1" "$tmp/plugin.c"
}

folder=$tmp/installed
mkdir "$folder"
cp "$top_builddir/plugins/copy/.libs/copy.so" "$folder"
plugin "$folder/more.so" more copy more-one
export GKHOST_PLUGIN_PATH=$folder

# Its name, beside which another of the same would be left out.
plugin "$tmp/mine.so" more copy mine
expect_status 0 gkhost list copy -p "+$tmp/mine.so"
expect_grep "^gkhost: plugin more: $tmp/mine.so is used in place of $folder/more.so, and has no variant more-one as that one has; rename it"
expect_grep '^    mine ' "$tmp/out"
expect_no_grep '^    more-one ' "$tmp/out"
# A build of the same plugin.
plugin "$tmp/new.so" more copy more-one
expect_status 0 gkhost list copy -p "+$tmp/new.so"
expect_grep "^gkhost: plugin more: $tmp/new.so is used in place of $folder/more.so$"
expect_equal "$(wc -l <"$tmp/err")" 1

# Its name, for another family: both are used.
plugin "$tmp/mine.so" copy transpose mine
expect_status 0 gkhost list -p "+$tmp/mine.so"
expect_grep "^gkhost: two plugins have the name copy, \($tmp/mine.so and $folder/copy.so\|$folder/copy.so and $tmp/mine.so\): both are used, "
expect_grep '^  transpose/mine of plugin copy$' "$tmp/out"
expect_grep '^    cpu-memcpy ' "$tmp/out"

# A variant's name.
plugin "$tmp/mine.so" mine copy cpu-memcpy
expect_status 0 gkhost list copy/cpu-memcpy -p "+$tmp/mine.so"
expect_grep "^gkhost: variant cpu-memcpy of family copy is in both $tmp/mine.so and $folder/copy.so: the first's is used"
expect_grep "from plugin mine, $tmp/mine.so$" "$tmp/out"

# The same file name alone is no clash.
mkdir "$tmp/other"
plugin "$tmp/other/copy.so" mine copy mine
expect_status 0 gkhost list copy -p "+$tmp/other/copy.so"
expect_equal "$(wc -c <"$tmp/err")" 0
expect_grep '^    mine ' "$tmp/out"
expect_grep '^    cpu-memcpy ' "$tmp/out"
