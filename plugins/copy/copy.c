/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The family copy: its problem, and the list of its variants.
 */
#include <config.h>

#include <gkhost/copy.h>

#include "move/fill.h"
#include "move/options.h"
#include "move/shape.h"
#include "move/verify.h"
#include "variants.h"

#define N_ELEMENTS(array) (sizeof (array) / sizeof (array)[0])

struct state {
  struct move_shape shape;
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
  move_shape_describe (&shape, offsetof (gk_copy, src), offsetof (gk_copy, dst),
                       answer);
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
  .name = "copy",
  .summary = "dst = src for a matrix in memory: the bandwidth there is",
  .options = options,
  .n_options = MOVE_N_OPTIONS,
  .option_size = sizeof (gk_option),
  .setup = setup,
  .fill = fill,
  .verify = verify,
  .teardown = teardown,
};

static const char *const vector_words[] = { "1", "2", "4", "8", NULL };

static const gk_option vector_options[] = {
  { .name = "words",
    .help = "16-byte words that a thread reads before it writes any",
    .type = GK_CHOICE,
    .value.i = 0,
    .choices = vector_words },
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
  { .name = "simple",
    .summary = "a thread an element; neighbours read neighbours, so 32 reads "
               "become one",
    .device = GK_CUDA,
    .launch = copy_simple },
  { .name = "tiled",
    .summary = "four elements a thread, 32x32 a block: a quarter of the "
               "threads to start",
    .device = GK_CUDA,
    .launch = copy_tiled },
  { .name = "tiled-increment",
    .summary = "tiled, its index stepped by 8 rows instead of multiplied out "
               "anew",
    .device = GK_CUDA,
    .launch = copy_tiled_increment },
  { .name = "tiled-shared",
    .summary = "tiled by way of shared memory: all reads are under way before "
               "a write",
    .device = GK_CUDA,
    .launch = copy_tiled_shared },
  { .name = "vector",
    .summary = "16 bytes a load and a store, past the caches: fewest "
               "instructions a byte",
    .device = GK_CUDA,
    .options = vector_options,
    .n_options = N_ELEMENTS (vector_options),
    .option_size = sizeof (gk_option),
    .prepare = copy_vector_prepare,
    .launch = copy_vector,
    .release = copy_vector_release },
  { .name = "memcpy",
    .summary = "the driver's own device-to-device copy",
    .device = GK_CUDA,
    .flags = GK_PEER,
    .prepare = copy_memcpy_prepare,
    .launch = copy_memcpy },
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
