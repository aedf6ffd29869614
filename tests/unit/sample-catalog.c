/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "sample-catalog.h"

#define LENGTH(array) (sizeof array / sizeof array[0])

static gk_option moves_options[] = {
  { .name = "rows",
    .type = GK_INT,
    .value = { .i = 16 },
    .min = 1,
    .max = 65536 },
  { .name = "cols",
    .type = GK_INT,
    .value = { .i = 16 },
    .min = 1,
    .max = 65536 },
  { .name = "dtype",
    .type = GK_DTYPE,
    .value = { .i = GK_I32 },
    .allowed = GK_BIT (GK_I32) | GK_BIT (GK_F32) | GK_BIT (GK_F64) },
  { .name = "layout",
    .type = GK_LAYOUT,
    .value = { .i = GK_ROW_MAJOR },
    .allowed = GK_BIT (GK_ROW_MAJOR) | GK_BIT (GK_COL_MAJOR) },
  { .name = "scale",
    .type = GK_REAL,
    .value = { .f = 1 },
    .fmin = 0,
    .fmax = 10 },
  { .name = "flip", .type = GK_BOOL },
};

static gk_option sums_options[] = {
  { .name = "n", .type = GK_INT, .value = { .i = 8 }, .min = 1, .max = 100 },
};

static gk_option tiled_options[] = {
  { .name = "tile", .type = GK_INT, .value = { .i = 32 }, .min = 1, .max = 64 },
};

/* Two matrices, which may differ. */
static gk_option pairs_options[] = {
  { .name = "dtype_in",
    .type = GK_DTYPE,
    .value = { .i = GK_F32 },
    .allowed = GK_BIT (GK_F32) | GK_BIT (GK_F64) },
  { .name = "dtype_out",
    .type = GK_DTYPE,
    .value = { .i = GK_F32 },
    .allowed = GK_BIT (GK_F32) | GK_BIT (GK_F64) | GK_BIT (GK_I32) },
  { .name = "layout_in",
    .type = GK_LAYOUT,
    .value = { .i = GK_ROW_MAJOR },
    .allowed = GK_BIT (GK_ROW_MAJOR) | GK_BIT (GK_COL_MAJOR) },
  { .name = "layout_out",
    .type = GK_LAYOUT,
    .value = { .i = GK_ROW_MAJOR },
    .allowed = GK_BIT (GK_ROW_MAJOR) | GK_BIT (GK_COL_MAJOR) },
};

static struct plugin_desc moves = { .name = "moves" };
static struct plugin_desc sums = { .name = "sums" };
static struct plugin_desc third = { .name = "third" };

static struct family_desc moves_family = {
  .plugin = &moves,
  .name = "moves",
  .options = { moves_options, LENGTH (moves_options) },
};
static struct family_desc sums_family = {
  .plugin = &sums,
  .name = "sums",
  .options = { sums_options, LENGTH (sums_options) },
};

static struct family_desc pairs_family = {
  .plugin = &sums,
  .name = "pairs",
  .options = { pairs_options, LENGTH (pairs_options) },
};
static struct family_desc newer_family = {
  .plugin = &third,
  .name = "newer",
  .unusable = "option 'x' is of a later header",
};

static struct variant_desc plain
    = { .plugin = &moves, .family = "moves", .name = "plain" };
static struct variant_desc tiled = {
  .plugin = &moves,
  .family = "moves",
  .name = "tiled",
  .options = { tiled_options, LENGTH (tiled_options) },
};
static struct variant_desc fast = { .plugin = &moves,
                                    .family = "moves",
                                    .name = "fast",
                                    .device = GK_CUDA,
                                    .capability = 90 };
static struct variant_desc narrow = { .plugin = &moves,
                                      .family = "moves",
                                      .name = "narrow",
                                      .device = GK_CUDA,
                                      .dtypes = GK_BIT (GK_F32),
                                      .layouts = GK_BIT (GK_ROW_MAJOR) };
static struct variant_desc extra
    = { .plugin = &third, .family = "moves", .name = "extra" };
static struct variant_desc sums_plain
    = { .plugin = &sums, .family = "sums", .name = "plain" };

static struct variant_desc alike
    = { .plugin = &sums,
        .family = "pairs",
        .name = "alike",
        .dtypes = GK_BIT (GK_F32) | GK_BIT (GK_F64) };
static struct variant_desc mixed
    = { .plugin = &sums,
        .family = "pairs",
        .name = "mixed",
        .flags = GK_MIXED_DTYPES | GK_MIXED_LAYOUTS,
        .dtypes = GK_BIT (GK_F32) | GK_BIT (GK_F64) };
static struct variant_desc later = { .plugin = &third,
                                     .family = "pairs",
                                     .name = "later",
                                     .device = 99,
                                     .unusable = "it is for a later kind" };
static struct variant_desc gone = { .plugin = &third,
                                    .family = "pairs",
                                    .name = "gone",
                                    .device = 98,
                                    .missing = "no plugin here brings it" };
static struct variant_desc hopper = { .plugin = &third,
                                      .family = "pairs",
                                      .name = "hopper",
                                      .device = GK_CUDA,
                                      .capability = 70,
                                      .capability_max = 75 };
static struct variant_desc of_newer
    = { .plugin = &third, .family = "newer", .name = "plain" };

static struct plugin_desc *plugins[] = { &third, &moves, &sums };
static struct family_desc *families[]
    = { &moves_family, &sums_family, &pairs_family, &newer_family };
static struct variant_desc *variants[]
    = { &plain, &tiled, &fast,  &narrow, &sums_plain, &extra,
        &alike, &mixed, &later, &gone,   &hopper,     &of_newer };

const struct catalog sample_catalog = {
  .plugin = plugins,
  .n_plugins = LENGTH (plugins),
  .family = families,
  .n_families = LENGTH (families),
  .variant = variants,
  .n_variants = LENGTH (variants),
};
