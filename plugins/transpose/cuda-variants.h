/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CUDA variants of transpose, from the simplest on: V (middle of the
 * function's name, name, tunables, NULL).  The plugin's table
 * (transpose-cuda.cu) and the family's list of companions (transpose.c) are
 * made from it.
 */
#ifndef TRANSPOSE_CUDA_VARIANTS_H
#define TRANSPOSE_CUDA_VARIANTS_H

#define TRANSPOSE_CUDA_VARIANTS(V)                                             \
  V (direct, "direct", NULL)                                                   \
  V (shared, "shared", NULL)                                                   \
  V (shared_rows, "shared-rows", NULL)                                         \
  V (small, "small", "small_tile", "pdl", NULL)                                \
  V (vector, "vector", NULL)                                                   \
  V (vector_tuned, "vector-tuned", "tile", "band", "load", "store",            \
     "blocks_per_sm", "pdl", NULL)                                             \
  V (sector_aligned, "sector-aligned", "tile_rows", "band", "align", NULL)     \
  V (tma, "tma", "band", "stages", "blocks_per_sm", NULL)                      \
  V (flat, "flat", NULL)                                                       \
  V (best, "best", NULL)                                                       \
  V (cublas, "cublas", NULL)

#endif /* TRANSPOSE_CUDA_VARIANTS_H */
