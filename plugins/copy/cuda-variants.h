/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CUDA variants of copy, from the simplest on: V (middle of the function's
 * name, name, summary, tunables, NULL).  The plugin's table (copy-cuda.cu) and
 * the family's list of companions (copy.c) are made from it.
 */
#ifndef COPY_CUDA_VARIANTS_H
#define COPY_CUDA_VARIANTS_H

#define COPY_CUDA_VARIANTS(V)                                                  \
  V (simple, "simple",                                                         \
     "one element per thread; consecutive threads access consecutive "         \
     "elements, so the 32 reads of a warp coalesce into one",                  \
     "block", NULL)                                                            \
  V (tiled, "tiled",                                                           \
     "four elements per thread, 32x32 per block: a quarter of the "            \
     "threads to start",                                                       \
     NULL)                                                                     \
  V (tiled_increment, "tiled-increment",                                       \
     "tiled with a running index: one addition per element instead of a "      \
     "multiplication",                                                         \
     NULL)                                                                     \
  V (tiled_shared, "tiled-shared",                                             \
     "tiled through shared memory: all reads are in flight before the "        \
     "first write",                                                            \
     NULL)                                                                     \
  V (vector, "vector",                                                         \
     "loads and stores of 16 bytes, marked as streaming: the fewest "          \
     "instructions per byte",                                                  \
     "words", NULL)                                                            \
  V (aligned, "aligned",                                                       \
     "16-byte words in rows of any alignment, single bytes only at their "     \
     "ends",                                                                   \
     NULL)                                                                     \
  V (hinted, "hinted",                                                         \
     "aligned with L2 eviction priorities: lines that were read are "          \
     "evicted before lines that were written",                                 \
     "words", "threads", "load", "store", NULL)                                \
  V (bulk, "bulk",                                                             \
     "the Tensor Memory Accelerator (TMA) copies kilobytes per "               \
     "instruction through a ring in shared memory",                            \
     "stage", "stages", "blocks_per_sm", "order", "load", "store", NULL)       \
  V (no_loop, "no-loop",                                                       \
     "no grid-stride loop, 32-bit offsets, a thread for each trailing "        \
     "byte: the fewest instructions before the first load",                    \
     "words", "threads", NULL)                                                 \
  V (best, "best",                                                             \
     "selects the fastest of these variants by size, pitches and device",      \
     NULL)                                                                     \
  V (memcpy, "memcpy", "the driver's device-to-device copy", NULL)

#endif /* COPY_CUDA_VARIANTS_H */
