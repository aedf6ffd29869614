/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The family copy: its options, its problem, and its CPU variants.
 */
#include <config.h>

#include <gkhost/copy.h>

#include "cuda-variants.h"
#include "cuda/companion.h"
#include "move/family.h"
#include "move/options.h"
#include "move/shape.h"
#include "variants.h"

struct copy_state {
  struct move_shape shape; /* first, for move/family.h */
  gk_copy problem;
};

static const gk_option options[MOVE_N_OPTIONS] = MOVE_OPTIONS (GK_F32);

static int
copy_setup (const gk_host *host, const gk_value *values, gk_setup *answer)
{
  struct move_shape shape;
  struct copy_state *state;
  const int r = move_shape_make (host, values, false, &shape);

  if (r != GK_OK)
    return r;
  state = host->alloc (host, sizeof *state);
  if (!state)
    return GK_FAIL;

  state->shape = shape;
  state->problem = (gk_copy){
    .size = sizeof (gk_copy),
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
  move_shape_describe (&shape, offsetof (gk_copy, src), offsetof (gk_copy, dst),
                       answer);
  return GK_OK;
}

#define COMPANION(id, name, ...)                                               \
  CUDA_COMPANION ("copy-cuda", name, __VA_ARGS__),

static const gk_companion companions[] = { COPY_CUDA_VARIANTS (COMPANION) };

static const gk_family family = {
  .name = "copy",
  .summary = "dst = src for a matrix: how much bandwidth memory has",
  GK_OPTIONS (options),
  .setup = copy_setup,
  .fill = move_family_fill,
  .vary = move_family_vary,
  .verify = move_family_verify,
  .teardown = move_family_teardown,
  GK_COMPANIONS (companions),
};

static const gk_variant variants[] = {
  { .name = "cpu-memcpy",
    .summary = "the C library's memcpy on one core",
    .device = GK_CPU,
    .flags = GK_PEER,
    .launch = copy_cpu_memcpy,
    .library = copy_cpu_memcpy_library },
  { .name = "cpu-threads",
    .summary = "memcpy on all cores: one core has too few cache misses in "
               "flight to use all of the bandwidth",
    .device = GK_CPU,
    .launch = copy_cpu_threads },
  { .name = "cpu-stream",
    .summary = "non-temporal stores on all cores: lines of dst are not read "
               "before they are overwritten",
    .device = GK_CPU,
    .launch = copy_cpu_stream },
};

GK_PLUGIN ("copy", PACKAGE_VERSION,
           "copies of a matrix, from a loop to the speed of memory", &family,
           variants)
