/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The family copy: its problem, and the list of its variants.
 */
#include <config.h>

#include <gkhost/copy.h>

#include "move/family.h"
#include "move/options.h"
#include "move/shape.h"
#include "policy.h"
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

static const gk_family family = {
  .name = "copy",
  .summary = "dst = src for a matrix in memory: the bandwidth there is",
  .options = GK_ARRAY (options),
  .setup = setup,
  .fill = move_family_fill,
  .vary = move_family_vary,
  .verify = move_family_verify,
  .teardown = move_family_teardown,
};

static const char *const vector_words[] = { "1", "2", "4", "8", NULL };

static const gk_option vector_options[] = {
  { .name = "words",
    .help = "words of 16 bytes, or narrower ones, that a thread reads "
            "before it writes any",
    .type = GK_CHOICE,
    .value.i = 0,
    .choices = vector_words },
};

static const char *const policies[] = COPY_POLICY_NAMES;
static const char *const hinted_threads[]
    = { "128", "256", "512", "1024", NULL };

static const gk_option hinted_options[COPY_HINTED_N] = {
  [COPY_HINTED_WORDS] = { .name = "words",
                          .help = "16-byte words that a thread reads before it "
                                  "writes any",
                          .type = GK_CHOICE,
                          .value.i = 0,
                          .choices = vector_words },
  [COPY_HINTED_THREADS] = { .name = "threads",
                            .help = "threads of a block",
                            .type = GK_CHOICE,
                            .value.i = 0,
                            .choices = hinted_threads },
  [COPY_HINTED_LOAD] = { .name = "load",
                         .help = "when L2 is to evict a line that was read",
                         .type = GK_CHOICE,
                         .value.i = COPY_EVICT_FIRST,
                         .choices = policies },
  [COPY_HINTED_STORE] = { .name = "store",
                          .help = "when L2 is to evict a line that was written",
                          .type = GK_CHOICE,
                          .value.i = COPY_EVICT_NORMAL,
                          .choices = policies },
};

static const char *const bulk_stage[]
    = { "1024", "2048", "4096", "8192", "16384", "32768", "65536", NULL };
static const char *const bulk_order[] = { "interleaved", "contiguous", NULL };

static const gk_option bulk_options[COPY_BULK_N] = {
  [COPY_BULK_STAGE] = { .name = "stage",
                        .help = "bytes that one bulk copy moves",
                        .type = GK_CHOICE,
                        .value.i = 4,
                        .choices = bulk_stage },
  [COPY_BULK_STAGES] = { .name = "stages",
                         .help = "bulk copies under way in a block",
                         .type = GK_INT,
                         .value.i = 4,
                         .min = 1,
                         .max = 16 },
  [COPY_BULK_BLOCKS] = { .name = "blocks",
                         .help = "blocks for each multiprocessor; 0: as many "
                                 "as use each stage once",
                         .type = GK_INT,
                         .value.i = 3,
                         .min = 0,
                         .max = 32 },
  [COPY_BULK_ORDER] = { .name = "order",
                        .help = "whether blocks take pieces in turn or a "
                                "stretch each",
                        .type = GK_CHOICE,
                        .value.i = 0,
                        .choices = bulk_order },
  [COPY_BULK_LOAD] = { .name = "load",
                       .help = "when L2 is to evict a line that was read",
                       .type = GK_CHOICE,
                       .value.i = COPY_EVICT_FIRST,
                       .choices = policies },
  [COPY_BULK_STORE] = { .name = "store",
                        .help = "when L2 is to evict a line that was written",
                        .type = GK_CHOICE,
                        .value.i = COPY_EVICT_FIRST,
                        .choices = policies },
};

static const char *const straight_words[] = { "1", "2", "4", NULL };
static const char *const straight_threads[] = { "128", "256", "512", NULL };

static const gk_option straight_options[COPY_STRAIGHT_N] = {
  [COPY_STRAIGHT_WORDS]
  = { .name = "words",
      .help = "words of 16 bytes, or narrower ones, that a "
              "thread reads before it writes any",
      .type = GK_CHOICE,
      .value.i = 0,
      .choices = straight_words },
  [COPY_STRAIGHT_THREADS] = { .name = "threads",
                              .help = "threads of a block",
                              .type = GK_CHOICE,
                              .value.i = 1,
                              .choices = straight_threads },
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
    .options = GK_ARRAY (vector_options),
    .prepare = copy_vector_prepare,
    .launch = copy_vector,
    .release = copy_vector_release },
  { .name = "aligned",
    .summary = "16-byte words inside rows that begin anywhere, single bytes "
               "only at their ends",
    .device = GK_CUDA,
    .launch = copy_aligned },
  { .name = "hinted",
    .summary = "aligned, L2 told to drop what was read before what was "
               "written",
    .device = GK_CUDA,
    .capability = 80,
    .options = GK_ARRAY (hinted_options),
    .prepare = copy_hinted_prepare,
    .launch = copy_hinted,
    .release = copy_hinted_release },
  { .name = "bulk",
    .summary = "the copy engine moves kilobytes an instruction through shared "
               "memory",
    .device = GK_CUDA,
    .capability = 90,
    .options = GK_ARRAY (bulk_options),
    .prepare = copy_bulk_prepare,
    .launch = copy_bulk,
    .release = copy_bulk_release },
  { .name = "straight",
    .summary = "no loop, short offsets, threads of its own for a row's last "
               "bytes: starts soonest",
    .device = GK_CUDA,
    .options = GK_ARRAY (straight_options),
    .prepare = copy_straight_prepare,
    .launch = copy_straight,
    .release = copy_straight_release },
  { .name = "best",
    .summary = "the fastest of these for the size, the pitches and the device",
    .device = GK_CUDA,
    .prepare = copy_best_prepare,
    .launch = copy_best,
    .release = copy_best_release },
  { .name = "memcpy",
    .summary = "the driver's own device-to-device copy",
    .device = GK_CUDA,
    .flags = GK_PEER,
    .prepare = copy_memcpy_prepare,
    .launch = copy_memcpy },
};

GK_PLUGIN ("copy", PACKAGE_VERSION,
           "copies of a matrix, from a loop to the speed of memory", &family,
           variants)
