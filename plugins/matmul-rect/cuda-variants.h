/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CUDA variants of matmul-rect, from the simplest on: V (beginning of the
 * function's name, name, summary, tunables, NULL).  The plugin's table
 * (matmul-cuda.cu) and the family's list of companions (matmul-rect.c) are made
 * from it.
 */
#ifndef MATMUL_RECT_CUDA_VARIANTS_H
#define MATMUL_RECT_CUDA_VARIANTS_H

#include "matmul/cuda/variants.h"

#define MATMUL_RECT_CUDA_VARIANTS(V)                                           \
  V (matmul_rect_shared_square, "shared-square",                               \
     "32x32 tiles of A and B are copied to shared memory and used 32 "         \
     "times",                                                                  \
     NULL)                                                                     \
  V (matmul_rect_shared_rect, "shared-rect",                                   \
     "16x64 and 64x16 tiles: the same shared memory and half the "             \
     "barriers, but each element is used only 16 times",                       \
     NULL)                                                                     \
  MATMUL_CUDA_VARIANTS (V)

#endif /* MATMUL_RECT_CUDA_VARIANTS_H */
