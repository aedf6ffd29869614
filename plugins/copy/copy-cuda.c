/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CUDA variants of the family copy, simplest first, and their tunables.
 */
#include <config.h>

#include "policy.h"
#include "variants-cuda.h"

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
  { .family = "copy",
    .name = "simple",
    .summary = "a thread an element; neighbours read neighbours, so 32 reads "
               "become one",
    .device = GK_CUDA,
    .launch = copy_simple },
  { .family = "copy",
    .name = "tiled",
    .summary = "four elements a thread, 32x32 a block: a quarter of the "
               "threads to start",
    .device = GK_CUDA,
    .launch = copy_tiled },
  { .family = "copy",
    .name = "tiled-increment",
    .summary = "tiled, its index stepped by 8 rows instead of multiplied out "
               "anew",
    .device = GK_CUDA,
    .launch = copy_tiled_increment },
  { .family = "copy",
    .name = "tiled-shared",
    .summary = "tiled by way of shared memory: all reads are under way before "
               "a write",
    .device = GK_CUDA,
    .launch = copy_tiled_shared },
  { .family = "copy",
    .name = "vector",
    .summary = "16 bytes a load and a store, past the caches: fewest "
               "instructions a byte",
    .device = GK_CUDA,
    .options = GK_ARRAY (vector_options),
    .prepare = copy_vector_prepare,
    .launch = copy_vector,
    .release = copy_vector_release },
  { .family = "copy",
    .name = "aligned",
    .summary = "16-byte words inside rows that begin anywhere, single bytes "
               "only at their ends",
    .device = GK_CUDA,
    .launch = copy_aligned },
  { .family = "copy",
    .name = "hinted",
    .summary = "aligned, L2 told to drop what was read before what was "
               "written",
    .device = GK_CUDA,
    .capability = 80,
    .options = GK_ARRAY (hinted_options),
    .prepare = copy_hinted_prepare,
    .launch = copy_hinted,
    .release = copy_hinted_release },
  { .family = "copy",
    .name = "bulk",
    .summary = "the copy engine moves kilobytes an instruction through shared "
               "memory",
    .device = GK_CUDA,
    .capability = 90,
    .options = GK_ARRAY (bulk_options),
    .prepare = copy_bulk_prepare,
    .launch = copy_bulk,
    .release = copy_bulk_release },
  { .family = "copy",
    .name = "straight",
    .summary = "no loop, short offsets, threads of its own for a row's last "
               "bytes: starts soonest",
    .device = GK_CUDA,
    .options = GK_ARRAY (straight_options),
    .prepare = copy_straight_prepare,
    .launch = copy_straight,
    .release = copy_straight_release },
  { .family = "copy",
    .name = "best",
    .summary = "the fastest of these for the size, the pitches and the device",
    .device = GK_CUDA,
    .prepare = copy_best_prepare,
    .launch = copy_best,
    .release = copy_best_release },
  { .family = "copy",
    .name = "memcpy",
    .summary = "the driver's own device-to-device copy",
    .device = GK_CUDA,
    .flags = GK_PEER,
    .prepare = copy_memcpy_prepare,
    .launch = copy_memcpy,
    .library = copy_memcpy_library },
};

GK_PLUGIN ("copy-cuda", PACKAGE_VERSION,
           "copies of a matrix on a GPU, from a thread an element to the "
           "speed of memory",
           NULL, variants)
