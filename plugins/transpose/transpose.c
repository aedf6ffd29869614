/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The family transpose: its problem, and the list of its variants.
 */
#include <config.h>

#include <gkhost/transpose.h>

#include "move/fill.h"
#include "move/options.h"
#include "move/shape.h"
#include "move/verify.h"
#include "variants.h"

#define N_ELEMENTS(array) (sizeof (array) / sizeof (array)[0])

struct state {
  struct move_shape shape;
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
  move_shape_describe (&shape, offsetof (gk_transpose, src),
                       offsetof (gk_transpose, dst), answer);
  return GK_OK;
}

static int
fill (const gk_host *host, void *state, gk_data data, uint64_t seed,
      void *const *buffers)
{
  move_fill (host, &((struct state *)state)->shape, data, seed, buffers[0]);
  return GK_OK;
}

static int
verify (const gk_host *host, void *state, gk_check *check)
{
  return move_verify (host, &((struct state *)state)->shape, check);
}

static void
teardown (const gk_host *host, void *state)
{
  host->free (host, state);
}

static const gk_family family = {
  .name = "transpose",
  .summary = "dst[j][i] = src[i][j]: rows become columns",
  .options = options,
  .n_options = MOVE_N_OPTIONS,
  .option_size = sizeof (gk_option),
  .setup = setup,
  .fill = fill,
  .verify = verify,
  .teardown = teardown,
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
  { .name = "vector",
    .summary = "16 bytes a load and a store; turns small squares in registers "
               "first",
    .device = GK_CUDA,
    .launch = transpose_vector },
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
