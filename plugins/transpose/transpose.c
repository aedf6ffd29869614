/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The family transpose: its options, its problem, and its CPU variants.
 */
#include <config.h>

#include <gkhost/transpose.h>

#include "cblas/cblas.h"
#include "cuda-variants.h"
#include "cuda/companion.h"
#include "move/family.h"
#include "move/options.h"
#include "move/shape.h"
#include "variants.h"

struct transpose_state {
  struct move_shape shape; /* first, for move/family.h */
  gk_transpose problem;
};

static const gk_option options[MOVE_N_OPTIONS] = MOVE_OPTIONS (GK_I32);

static int
transpose_setup (const gk_host *host, const gk_value *values, gk_setup *answer)
{
  struct move_shape shape;
  struct transpose_state *state;
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

#define COMPANION(id, name, ...)                                               \
  CUDA_COMPANION ("transpose-cuda", name, __VA_ARGS__),

static const gk_companion companions[]
    = { TRANSPOSE_CUDA_VARIANTS (COMPANION) };

static const gk_family family = {
  .name = "transpose",
  .summary = "dst[j][i] = src[i][j]: rows become columns",
  GK_OPTIONS (options),
  .setup = transpose_setup,
  .fill = move_family_fill,
  .vary = move_family_vary,
  .verify = move_family_verify,
  .teardown = move_family_teardown,
  GK_COMPANIONS (companions),
};

static const gk_variant variants[] = {
  { .name = "cpu-naive",
    .summary = "two nested loops on one core: strided stores, each to another "
               "cache line",
    .device = GK_CPU,
    .launch = transpose_cpu_naive },
  { .name = "cpu-blocked",
    .summary = "cache blocking on all cores: all of a block's cache lines are "
               "used while in L1",
    .device = GK_CPU,
    .launch = transpose_cpu_blocked },
  { .name = "cpu-stream",
    .summary = "squares transposed in vector registers, software prefetch, "
               "non-temporal stores of whole lines",
    .device = GK_CPU,
    .launch = transpose_cpu_stream },
  { .name = "cpu-blas",
    .summary = "OpenBLAS's omatcopy with alpha = 1: it multiplies, so NaN "
               "payloads may change",
    .device = GK_CPU,
    .flags = GK_PEER,
    .dtypes
    = GK_BIT (GK_I32) | GK_BIT (GK_I64) | GK_BIT (GK_F32) | GK_BIT (GK_F64),
    .precision = 0x1p-53,
    .prepare = transpose_cpu_blas_prepare,
    .launch = transpose_cpu_blas,
    .release = cblas_close,
    .library = cblas_library },
};

GK_PLUGIN ("transpose", PACKAGE_VERSION,
           "transposes of a matrix, from two loops to the speed of memory",
           &family, variants)
