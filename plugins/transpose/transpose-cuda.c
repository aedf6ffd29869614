/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CUDA variants of the family transpose, simplest first, and their
 * tunables.
 */
#include <config.h>

#include "cublas/cublas.h"
#include "variants-cuda.h"

static const char *const small_tiles[] = { "16", "32", NULL };
static const char *const vector_tiles[]
    = { "128", "256", "512", "512x256", "256x512", NULL };
static const char *const vector_squares[] = { "1", "2", "4", NULL };
static const char *const slanted_tiles[] = { "64", "128", NULL };
static const char *const keeps[] = { "normal", "first", NULL };

/* Macros, since a static table can't take its rows from a function. */
#define BAND(n)                                                                \
  {                                                                            \
    .name = "band",                                                            \
    .help = "tiles down before the next column of tiles; 0: row by row",       \
    .unit = "tiles", .type = GK_INT, .value.i = (n), .min = 0, .max = 65535    \
  }
#define RESIDENT                                                               \
  {                                                                            \
    .name = "resident",                                                        \
    .help = "most blocks on a multiprocessor; 0: as many as it holds",         \
    .unit = "blocks", .type = GK_INT, .value.i = 0, .min = 0, .max = 32        \
  }
#define OVERLAP                                                                \
  {                                                                            \
    .name = "overlap",                                                         \
    .help = "start blocks while the kernel before comes to its end",           \
    .type = GK_BOOL, .value.i = 0                                              \
  }

static const gk_option small_options[] = {
  { .name = "small_tile",
    .help = "rows and columns of a tile",
    .unit = "elements",
    .type = GK_CHOICE,
    .value.i = 0,
    .choices = small_tiles },
  OVERLAP,
};

static const gk_option vector_options[] = {
  { .name = "tile",
    .help = "bytes of a row of a tile, in the source and turned",
    .unit = "bytes",
    .type = GK_CHOICE,
    .value.i = TILE_256,
    .choices = vector_tiles },
  { .name = "squares",
    .help = "squares of 16 bytes a side that a thread turns",
    .type = GK_CHOICE,
    .value.i = 0,
    .choices = vector_squares },
  BAND (65535),
  { .name = "reads",
    .help = "when the second-level cache is to replace what was read",
    .type = GK_CHOICE,
    .value.i = KEEP_NORMAL,
    .choices = keeps },
  { .name = "writes",
    .help = "when the second-level cache is to replace what was written",
    .type = GK_CHOICE,
    .value.i = KEEP_NORMAL,
    .choices = keeps },
  RESIDENT,
  OVERLAP,
};

static const gk_option slanted_options[] = {
  { .name = "slanted_rows",
    .help = "rows of a tile",
    .unit = "rows",
    .type = GK_CHOICE,
    .value.i = 1,
    .choices = slanted_tiles },
  BAND (65535),
  { .name = "slant",
    .help = "begin each piece of a row of the destination at a sector",
    .type = GK_BOOL,
    .value.i = 1 },
};

static const gk_option tma_options[] = {
  BAND (65535),
  { .name = "stages",
    .help = "tiles that are under way in a block",
    .unit = "tiles",
    .type = GK_INT,
    .value.i = 4,
    .min = 2,
    .max = 8 },
  RESIDENT,
};

static const gk_variant variants[] = {
  { .family = "transpose",
    .name = "direct",
    .summary = "a thread an element; reads in rows, writes scattered to 32 "
               "rows at a time",
    .device = GK_CUDA,
    .launch = transpose_direct },
  { .family = "transpose",
    .name = "shared",
    .summary = "turns 32x32 tiles in shared memory, rows padded against bank "
               "conflicts",
    .device = GK_CUDA,
    .launch = transpose_shared },
  { .family = "transpose",
    .name = "shared-rows",
    .summary = "shared with four elements a thread: more reads under way, "
               "less waiting",
    .device = GK_CUDA,
    .launch = transpose_shared_rows },
  { .family = "transpose",
    .name = "small",
    .summary
    = "no loop, short offsets, small tiles: the shortest way from first "
      "load to last store",
    .device = GK_CUDA,
    .options = GK_ARRAY (small_options),
    .prepare = transpose_small_prepare,
    .launch = transpose_planned,
    .release = transpose_planned_release },
  { .family = "transpose",
    .name = "vector",
    .summary = "16 bytes a load and a store; turns small squares in registers "
               "first",
    .device = GK_CUDA,
    .options = GK_ARRAY (vector_options),
    .prepare = transpose_vector_prepare,
    .launch = transpose_planned,
    .release = transpose_planned_release },
  { .family = "transpose",
    .name = "slanted",
    .summary
    = "slanted tiles for odd pitches: each write begins where a sector of "
      "memory begins",
    .device = GK_CUDA,
    .options = GK_ARRAY (slanted_options),
    .prepare = transpose_slanted_prepare,
    .launch = transpose_planned,
    .release = transpose_planned_release },
  { .family = "transpose",
    .name = "tma",
    .summary = "the copy engine brings and takes the tiles, threads only turn "
               "them",
    .device = GK_CUDA,
    .capability = 90,
    .options = GK_ARRAY (tma_options),
    .prepare = transpose_tma_prepare,
    .launch = transpose_planned,
    .release = transpose_planned_release },
  { .family = "transpose",
    .name = "flat",
    .summary = "one row or one column: a plain copy, 16 bytes at a time",
    .device = GK_CUDA,
    .prepare = transpose_flat_prepare,
    .launch = transpose_planned,
    .release = transpose_planned_release },
  { .family = "transpose",
    .name = "best",
    .summary = "the fastest of these for each size, pitch and element, from a "
               "table",
    .device = GK_CUDA,
    .prepare = transpose_best_prepare,
    .launch = transpose_planned,
    .release = transpose_planned_release },
  { .family = "transpose",
    .name = "cublas",
    .summary = "the vendor library's geam with alpha = 1: numbers, so no NaN "
               "bits kept",
    .device = GK_CUDA,
    .flags = GK_PEER,
    .dtypes = GK_BIT (GK_I32) | GK_BIT (GK_I64) | GK_BIT (GK_F32)
              | GK_BIT (GK_F64) | GK_BIT (GK_C64) | GK_BIT (GK_C128),
    .precision = 0x1p-53,
    .prepare = transpose_cublas_prepare,
    .launch = transpose_cublas,
    .release = transpose_cublas_release,
    .library = cublas_library },
};

GK_PLUGIN ("transpose-cuda", PACKAGE_VERSION,
           "transposes of a matrix on a GPU, from a thread an element to the "
           "speed of memory",
           NULL, variants)
