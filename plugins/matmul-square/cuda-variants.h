/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CUDA variants of matmul-square, from the simplest on: V (beginning of the
 * function's name, name, summary, tunables, NULL).  The plugin's table
 * (matmul-cuda.cu) and the family's list of companions (matmul-square.c) are
 * made from it.
 */
#ifndef MATMUL_SQUARE_CUDA_VARIANTS_H
#define MATMUL_SQUARE_CUDA_VARIANTS_H

#include "matmul/cuda/variants.h"

#define MATMUL_SQUARE_CUDA_VARIANTS(V)                                         \
  V (matmul_square_naive, "naive",                                             \
     "one element per thread; consecutive threads read words far apart, "      \
     "so reads don't coalesce and most bytes fetched are not used",            \
     NULL)                                                                     \
  V (matmul_square_shared, "shared",                                           \
     "16x16 tiles are copied to shared memory and used 16 times; the "         \
     "reads coalesce in row-major memory only",                                \
     NULL)                                                                     \
  V (matmul_square_coalesced, "coalesced",                                     \
     "reads coalesce in either layout: one tile is transposed on its way "     \
     "to shared memory, its rows padded against bank conflicts",               \
     NULL)                                                                     \
  MATMUL_CUDA_VARIANTS (V)

#endif /* MATMUL_SQUARE_CUDA_VARIANTS_H */
