/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CUDA ladder of transpose, in the order of reading: V (function's middle,
 * name, tunables, NULL).  From this list come the plugin's table
 * (transpose-cuda.cu) and what the family says of it (transpose.c).
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
