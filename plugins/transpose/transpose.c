/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The family transpose: its problem, and its CPU variants.
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

#define TUNABLES(...) ((const char *const[]){ __VA_ARGS__, NULL })

/* The CUDA variants, and their tunables. */
static const gk_companion companions[] = {
  { "transpose-cuda", "direct", GK_CUDA, NULL },
  { "transpose-cuda", "shared", GK_CUDA, NULL },
  { "transpose-cuda", "shared-rows", GK_CUDA, NULL },
  { "transpose-cuda", "small", GK_CUDA, TUNABLES ("small_tile", "overlap") },
  { "transpose-cuda", "vector", GK_CUDA,
    TUNABLES ("tile", "squares", "band", "reads", "writes", "resident",
              "overlap") },
  { "transpose-cuda", "slanted", GK_CUDA,
    TUNABLES ("slanted_rows", "band", "slant") },
  { "transpose-cuda", "tma", GK_CUDA, TUNABLES ("band", "stages", "resident") },
  { "transpose-cuda", "flat", GK_CUDA, NULL },
  { "transpose-cuda", "best", GK_CUDA, NULL },
  { "transpose-cuda", "cublas", GK_CUDA, NULL },
};

static const gk_family family = {
  .name = "transpose",
  .summary = "dst[j][i] = src[i][j]: rows become columns",
  .options = options,
  .n_options = MOVE_N_OPTIONS,
  .option_size = sizeof (gk_option),
  .setup = setup,
  .fill = move_family_fill,
  .verify = move_family_verify,
  .teardown = move_family_teardown,
  .companions = companions,
  .n_companions = N_ELEMENTS (companions),
  .companion_size = sizeof (gk_companion),
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
};

static const gk_plugin plugin = {
  .abi = GK_ABI,
  .size = sizeof (gk_plugin),
  .name = "transpose",
  .summary = "transposes of a matrix, from two loops to the speed of memory",
  .version = PACKAGE_VERSION,
  .family = &family,
  .family_size = sizeof (gk_family),
  .variant_size = sizeof (gk_variant),
  .variants = variants,
  .n_variants = N_ELEMENTS (variants),
};

GK_PLUGIN (plugin)
