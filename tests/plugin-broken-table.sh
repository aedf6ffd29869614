#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A plugin whose tables have a mistake is refused, and the mistake is told.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# plugin MISTAKE: the plugin that has it.
plugin ()
{
  printf '%s\n' "$top_builddir/tests/plugins/.libs/broken-table-$1.so"
}

# refused MISTAKE REASON
refused ()
{
  expect_status 2 gkhost list -p "$(plugin "$1")"
  expect_grep "^gkhost: .*broken-table-$1.so: $2"
}

# All else about them is as it should be.
expect_status 0 gkhost list -p "$(plugin none)"

refused no-plugin 'gk_plugin_entry returned NULL$'
refused small-size 'its size field is too small; register it with GK_PLUGIN()'
refused no-name 'the plugin has no name$'
refused nothing 'it brings neither a family nor a variant$'
refused no-verify 'family broken lacks one of setup, fill, verify, teardown$'
refused no-variant-table 'its table of variants is broken: set variants and n_variants'
refused no-variant-name 'variant 1 has no name$'
refused odd-variant-name "variant 1: 'One\\\\u001b' is not a valid name: it must begin with a lower"
refused no-variant-summary 'variant one has no summary$'
refused no-launch 'variant one has no launch; set it to'
refused same-variant 'variant one appears twice$'
refused no-companion-table 'family broken: the table of companions is broken: '
refused no-companion-plugin 'the plugin of companion 1 has no name$'
refused odd-companion-tunable \
  "a tunable of companion 1: 'Fourth' is not a valid name: it must begin with a lower"
refused no-option-table 'broken: the option table is broken: set options and n_options'
refused no-option-name 'broken: option 1 has no name$'
refused same-option "broken: option 'first' appears twice$"
refused bad-default "broken: the default of option 'first' is not one of its"

refused dash-option "broken: the name of option 'two-words' has a '-'"

# A job that sets it would set the host's own.
taken="has the name of one of the host's own keys; rename it$"
refused host-key-option "broken: option 'seed' $taken"
refused host-key-tunable "variant one: option 'warmup' $taken"

refused latin-summary 'variant one: its summary is not a single line of UTF-8$'
refused two-lines 'broken: option second: its help is not a single line of UTF-8$'
refused long-warmup 'variant one: warmup is 1001 launches, over the most, 1000'
refused option-flags 'broken: option first: its flags are 0x8, with bits that have no meaning$'
refused family-flags 'family broken: its flags are 0x8, with'
refused family-reserved 'family broken: reserved is not 0$'
refused companion-flags 'companion three: its flags are 0x1, with'
refused variant-flags 'variant one: its flags are 0x8021, with'
refused option-reserved "broken: option 'first': reserved is not NULL$"
refused no-precision 'variant one: precision must be from 0 to 0x1p-8'

# What the worker can't put into its answer: a name that is no UTF-8, and a text
# that is longer than an answer.
cat >"$tmp/latin.c" <<'END'
#define _GNU_SOURCE
#include "right-copy.h"
static const gk_variant variants[] = { { .family = "copy", .name = "caf\xe9",
  .summary = "copies", .device = GK_CPU, .launch = right } };
GK_PLUGIN ("latin", "1", "copies", NULL, variants)
END
sed 's/"caf.*",/"long",/; s/"copies", .dev/summary, .dev/
  s/^static/static char summary[17 << 20];\n&/
  $s/.*/__attribute__ ((constructor)) static void fill (void)\n{ memset (summary, 97, sizeof summary - 1); }\n&/' \
  "$tmp/latin.c" >"$tmp/long.c"
for plugin in latin long; do
  build_plugin "$plugin"
  expect_status 2 gkhost list -p "$tmp/$plugin.so"
  cat "$tmp/err" >>"$tmp/both"
done
expect_grep "latin.so: variant 1: 'caf?' is not a valid name: " "$tmp/both"
expect_grep 'long.so: its answer is over 16 MiB, or no UTF-8: see the texts in its tables' "$tmp/both"
