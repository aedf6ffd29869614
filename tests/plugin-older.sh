#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Of structs that ended earlier in an older header the rest is zero, and each
# element of a table is found at its place.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cat >"$tmp/older.c" <<'END_OF_C'
#define _GNU_SOURCE
#include <string.h>

#include <gkhost/transpose.h>

#include "right-transpose.h"

/* As far as the tables of an older header went. */
enum { VARIANT = offsetof (gk_variant, library),
       OPTION = offsetof (gk_option, reserved) };

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  if (state == NULL)
    return GK_FAIL;
  return right (host, problem, state, stream);
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)host, (void)device, (void)problem;
  *state = values[0].i == 3 && values[1].i == 7 ? (void *)values : NULL;
  return GK_OK;
}

static const gk_option options[] = {
  { .name = "first", .help = "three", .type = GK_INT, .value = { .i = 3 },
    .min = 1, .max = 9 },
  { .name = "second", .help = "seven", .type = GK_INT, .value = { .i = 7 },
    .min = 1, .max = 9 } };

#define NAMED(n) { .family = "transpose", .name = n, \
  .summary = "made by an older header", .options = options, \
  .n_options = GK_COUNT (options), .prepare = prepare, .launch = launch }
static gk_variant whole[] = { NAMED ("older-one"), NAMED ("older-two"),
                              NAMED ("older-three") };

/* Behind the last is nothing of the plugin's. */
static _Alignas (8) char variants[VARIANT * GK_COUNT (whole)];
static _Alignas (8) char cut[OPTION * GK_COUNT (options)];

GK_EXPORT const gk_plugin *
gk_plugin_entry (void)
{
  static const gk_plugin plugin = {
    .abi = GK_ABI, .size = sizeof plugin, .variant_size = VARIANT,
    .option_size = OPTION, .name = "older", .version = "1",
    .summary = "has fewer fields",
    .variants = (const gk_variant *)(const void *)variants,
    .n_variants = GK_COUNT (whole) };

  for (size_t i = 0; i < GK_COUNT (options); i++)
    memcpy (cut + i * OPTION, &options[i], OPTION);
  for (size_t i = 0; i < GK_COUNT (whole); i++) {
    whole[i].options = (const gk_option *)(const void *)cut;
    memcpy (variants + i * VARIANT, &whole[i], VARIANT);
  }
  return &plugin;
}
END_OF_C
build_plugin older

printf '[transpose]\nrows = 5\ncols = 7\ndtype = i32\nvariant = older-*\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/transpose/.libs/transpose.so" -p "$tmp/older.so"
for n in one two three; do
  expect_equal "$(count_records "$tmp/run.jsonl" variant=older-$n status=ok)" 1
done
