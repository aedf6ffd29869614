/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The family copy: its problem, and its CPU variants.
 */
#include <config.h>

#include <gkhost/copy.h>

#include "move/family.h"
#include "move/options.h"
#include "move/shape.h"
#include "variants.h"

#define N_ELEMENTS(array) (sizeof (array) / sizeof (array)[0])

struct state {
  struct move_shape shape; /* first, for move/family.h */
  gk_copy problem;
};

static const gk_option options[MOVE_N_OPTIONS] = MOVE_OPTIONS (GK_F32);

static int
setup (const gk_host *host, const gk_value *values, gk_setup *answer)
{
  struct move_shape shape;
  struct state *state;
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

#define TUNABLES(...) ((const char *const[]){ __VA_ARGS__, NULL })

/* The CUDA variants, and their tunables. */
static const gk_companion companions[] = {
  { "copy-cuda", "simple", GK_CUDA, NULL },
  { "copy-cuda", "tiled", GK_CUDA, NULL },
  { "copy-cuda", "tiled-increment", GK_CUDA, NULL },
  { "copy-cuda", "tiled-shared", GK_CUDA, NULL },
  { "copy-cuda", "vector", GK_CUDA, TUNABLES ("words") },
  { "copy-cuda", "aligned", GK_CUDA, NULL },
  { "copy-cuda", "hinted", GK_CUDA,
    TUNABLES ("words", "threads", "load", "store") },
  { "copy-cuda", "bulk", GK_CUDA,
    TUNABLES ("stage", "stages", "blocks", "order", "load", "store") },
  { "copy-cuda", "straight", GK_CUDA, TUNABLES ("words", "threads") },
  { "copy-cuda", "best", GK_CUDA, NULL },
  { "copy-cuda", "memcpy", GK_CUDA, NULL },
};

static const gk_family family = {
  .name = "copy",
  .summary = "dst = src for a matrix in memory: the bandwidth there is",
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
  { .name = "cpu-memcpy",
    .summary = "the C library's memcpy on one core",
    .device = GK_CPU,
    .flags = GK_PEER,
    .launch = copy_cpu_memcpy },
  { .name = "cpu-threads",
    .summary = "memcpy on all cores, a share each: one alone can't keep the "
               "memory busy",
    .device = GK_CPU,
    .launch = copy_cpu_threads },
  { .name = "cpu-stream",
    .summary = "stores past the caches, on all cores: no line of dst is read "
               "to be overwritten",
    .device = GK_CPU,
    .launch = copy_cpu_stream },
};

static const gk_plugin plugin = {
  .abi = GK_ABI,
  .size = sizeof (gk_plugin),
  .name = "copy",
  .summary = "copies of a matrix, from a loop to the speed of memory",
  .version = PACKAGE_VERSION,
  .family = &family,
  .family_size = sizeof (gk_family),
  .variant_size = sizeof (gk_variant),
  .variants = variants,
  .n_variants = N_ELEMENTS (variants),
};

GK_PLUGIN (plugin)
