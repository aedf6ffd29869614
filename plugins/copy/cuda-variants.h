/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CUDA variants of copy, from the simplest on: V (middle of the function's
 * name, name, tunables, NULL).  The plugin's table (copy-cuda.cu) and the
 * family's list of companions (copy.c) are made from it.
 */
#ifndef COPY_CUDA_VARIANTS_H
#define COPY_CUDA_VARIANTS_H

#define COPY_CUDA_VARIANTS(V)                                                  \
  V (simple, "simple", "block", NULL)                                          \
  V (tiled, "tiled", NULL)                                                     \
  V (tiled_increment, "tiled-increment", NULL)                                 \
  V (tiled_shared, "tiled-shared", NULL)                                       \
  V (vector, "vector", "words", NULL)                                          \
  V (aligned, "aligned", NULL)                                                 \
  V (hinted, "hinted", "words", "threads", "load", "store", NULL)              \
  V (bulk, "bulk", "stage", "stages", "blocks_per_sm", "order", "load",        \
     "store", NULL)                                                            \
  V (no_loop, "no-loop", "words", "threads", NULL)                             \
  V (best, "best", NULL)                                                       \
  V (memcpy, "memcpy", NULL)

#endif /* COPY_CUDA_VARIANTS_H */
