#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant for a kind of device, or with an option, that only a later host knows
# is listed and skipped; the rest of the suite runs.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[transpose]\nrows = 5\ncols = 7\nvariant = cpu-naive, later-*, works-later\n' \
  >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
  -p "$top_builddir/tests/plugins/.libs/later.so"
expect_equal "$(count_records "$tmp/run.jsonl" variant=cpu-naive status=ok)" 1

# skipped VARIANT REASON
skipped ()
{
  records "$tmp/run.jsonl" variant="$1" status=skipped >"$tmp/skipped"
  expect_grep "$2" "$tmp/skipped"
}

later='that this gkhost does not know; a newer gkhost is needed'
skipped later-kind "it is for a kind of device $later"
skipped later-type "option 'later' has a type, a flag or a default $later"
skipped later-dtype "option 'element' has a type, a flag or a default $later"
skipped later-option-flag "option 'flagged' has a type, a flag or a default $later"
skipped later-flag "it has a flag $later"
skipped works-later "work.op_class is one $later"
skipped later-problem 'it was built for a problem of [0-9]* bytes, and this family.s has [0-9]*: a newer family is needed'

# Nor is a family with such a flag run, and a companion is passed over.
cat >"$tmp/family.c" <<'END'
#include "no-family.h"
static const gk_companion companions[] = {
  { .plugin = "else", .variant = "passed-over", .flags = 1u << 30 },
  { .plugin = "else", .variant = "named" } };
static const gk_family family = { .name = "flagged", .summary = "has a flag",
  .flags = 1u << 16, .companions = companions, .n_companions = 2,
  .setup = setup, .fill = fill, .verify = verify, .teardown = teardown };
static const gk_variant variants[] = {
  { .name = "one", .summary = "none", .launch = launch } };
GK_PLUGIN ("family", "1", "a family with a flag", &family, variants)
END
build_plugin family
printf '[flagged]\nvariant = one\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" -p "$tmp/family.so"
skipped one "flagged: it has a flag $later"
expect_status 0 gkhost list -p "$tmp/family.so"
expect_grep named "$tmp/out"
expect_no_grep passed-over "$tmp/out"
expect_status 0 gkhost list transpose \
  -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
  -p "$top_builddir/tests/plugins/.libs/later.so"
expect_grep 'later-kind' "$tmp/out"
