/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The family transpose: its problem, and the list of its variants.
 */
#include <config.h>

#include <gkhost/transpose.h>

#include "cblas/cblas.h"
#include "move/family.h"
#include "move/options.h"
#include "move/shape.h"
#include "variants.h"

#define N_ELEMENTS(array) (sizeof (array) / sizeof (array)[0])

struct state {
  struct move_shape shape; /* first, for move/family.h */
  gk_transpose problem;
};

static const gk_option options[MOVE_N_OPTIONS] = MOVE_OPTIONS (GK_I32);

static int
setup (const gk_host *host, const gk_value *values, gk_setup *answer)
{
  struct move_shape shape;
  struct state *state;
  const int r = move_shape_make (host, values, true, &shape);

  if (r != GK_OK)
    return r;
  state = host->alloc (host, sizeof *state);
  if (!state)
    return GK_FAIL;

  state->shape = shape;
  state->problem = (gk_transpose){
    .size = sizeof (gk_transpose),
    .dtype = shape.dtype,
    .element = shape.element,
    .rows = shape.rows,
    .cols = shape.cols,
    .src_pitch = shape.src_pitch,
    .dst_pitch = shape.dst_pitch,
  };
  answer->state = state;
  answer->problem = &state->problem;
  answer->problem_bytes = sizeof state->problem;
  move_shape_describe (&shape, offsetof (gk_transpose, src),
                       offsetof (gk_transpose, dst), answer);
  return GK_OK;
}

static const gk_family family = {
  .name = "transpose",
  .summary = "dst[j][i] = src[i][j]: rows become columns",
  .options = GK_ARRAY (options),
  .setup = setup,
  .fill = move_family_fill,
  .vary = move_family_vary,
  .verify = move_family_verify,
  .teardown = move_family_teardown,
};

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
  { .name = "cpu-naive",
    .summary = "two loops; each write lands in a cache line of its own",
    .device = GK_CPU,
    .launch = transpose_cpu_naive },
  { .name = "cpu-blocked",
    .summary = "blocks that fit the cache, on all cores: each line is moved "
               "once",
    .device = GK_CPU,
    .launch = transpose_cpu_blocked },
  { .name = "cpu-stream",
    .summary = "turns squares in registers, writes whole lines past the "
               "caches, reads ahead",
    .device = GK_CPU,
    .launch = transpose_cpu_stream },
  { .name = "cpu-blas",
    .summary = "OpenBLAS's omatcopy with alpha = 1: numbers, so no NaN bits "
               "kept",
    .device = GK_CPU,
    .flags = GK_PEER,
    .dtypes
    = GK_BIT (GK_I32) | GK_BIT (GK_I64) | GK_BIT (GK_F32) | GK_BIT (GK_F64),
    .precision = 0x1p-24,
    .prepare = transpose_cpu_blas_prepare,
    .launch = transpose_cpu_blas,
    .release = cblas_close },
  { .name = "direct",
    .summary = "a thread an element; reads in rows, writes scattered to 32 "
               "rows at a time",
    .device = GK_CUDA,
    .launch = transpose_direct },
  { .name = "shared",
    .summary = "turns 32x32 tiles in shared memory, rows padded against bank "
               "conflicts",
    .device = GK_CUDA,
    .launch = transpose_shared },
  { .name = "shared-rows",
    .summary = "shared with four elements a thread: more reads under way, "
               "less waiting",
    .device = GK_CUDA,
    .launch = transpose_shared_rows },
  { .name = "small",
    .summary
    = "no loop, short offsets, small tiles: the shortest way from first "
      "load to last store",
    .device = GK_CUDA,
    .options = GK_ARRAY (small_options),
    .prepare = transpose_small_prepare,
    .launch = transpose_planned,
    .release = transpose_planned_release },
  { .name = "vector",
    .summary = "16 bytes a load and a store; turns small squares in registers "
               "first",
    .device = GK_CUDA,
    .options = GK_ARRAY (vector_options),
    .prepare = transpose_vector_prepare,
    .launch = transpose_planned,
    .release = transpose_planned_release },
  { .name = "slanted",
    .summary
    = "slanted tiles for odd pitches: each write begins where a sector of "
      "memory begins",
    .device = GK_CUDA,
    .options = GK_ARRAY (slanted_options),
    .prepare = transpose_slanted_prepare,
    .launch = transpose_planned,
    .release = transpose_planned_release },
  { .name = "tma",
    .summary = "the copy engine brings and takes the tiles, threads only turn "
               "them",
    .device = GK_CUDA,
    .capability = 90,
    .options = GK_ARRAY (tma_options),
    .prepare = transpose_tma_prepare,
    .launch = transpose_planned,
    .release = transpose_planned_release },
  { .name = "flat",
    .summary = "one row or one column: a plain copy, 16 bytes at a time",
    .device = GK_CUDA,
    .prepare = transpose_flat_prepare,
    .launch = transpose_planned,
    .release = transpose_planned_release },
  { .name = "best",
    .summary = "the fastest of these for each size, pitch and element, from a "
               "table",
    .device = GK_CUDA,
    .prepare = transpose_best_prepare,
    .launch = transpose_planned,
    .release = transpose_planned_release },
  { .name = "cublas",
    .summary = "the vendor library's geam with alpha = 1: numbers, so no NaN "
               "bits kept",
    .device = GK_CUDA,
    .flags = GK_PEER,
    .dtypes = GK_BIT (GK_I32) | GK_BIT (GK_I64) | GK_BIT (GK_F32)
              | GK_BIT (GK_F64) | GK_BIT (GK_C64) | GK_BIT (GK_C128),
    .precision = 0x1p-24,
    .prepare = transpose_cublas_prepare,
    .launch = transpose_cublas,
    .release = transpose_cublas_release },
};

GK_PLUGIN ("transpose", PACKAGE_VERSION,
           "transposes of a matrix, from two loops to the speed of memory",
           &family, variants)
