/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CUDA variants of matmul-rect, from the simplest on: V (beginning of the
 * function's name, name, tunables, NULL).  The plugin's table
 * (matmul-rect-cuda.cu) and the family's list of companions (matmul-rect.c) are
 * made from it.
 */
#ifndef MATMUL_RECT_CUDA_VARIANTS_H
#define MATMUL_RECT_CUDA_VARIANTS_H

#define MATMUL_RECT_CUDA_VARIANTS(V)                                           \
  V (matmul_rect_shared_square, "shared-square", NULL)                         \
  V (matmul_rect_shared_rect, "shared-rect", NULL)                             \
  V (matmul_register_tile_scalar, "register-tile-scalar", NULL)                \
  V (matmul_register_tile_padded, "register-tile-padded", NULL)                \
  V (matmul_register_tile_vector, "register-tile-vector", NULL)                \
  V (matmul_register_tile, "register-tile", NULL)                              \
  V (matmul_cp_async, "cp-async", "tile", "splits", "stages", "band", NULL)    \
  V (matmul_tma, "tma", "tile", "stages", "share", "band", NULL)               \
  V (matmul_dmma, "dmma", "tile", "load", "stages", "share", "band", NULL)     \
  V (matmul_mma_sync, "mma-sync", NULL)                                        \
  V (matmul_wgmma, "wgmma", NULL)                                              \
  V (matmul_warp_specialised, "warp-specialised", "stages", "band", NULL)      \
  V (matmul_persistent, "persistent", "tile", "schedule", "cluster", "share",  \
     "stages", "band", "transpose", NULL)                                      \
  V (matmul_digits, "digits", "tile", "cluster", "share", "stages", "band",    \
     "products", NULL)                                                         \
  V (matmul_residues, "residues", "tile", "schedule", "stages", "band", NULL)  \
  V (matmul_few_rows, "few-rows", "splits", NULL)                              \
  V (matmul_small, "small", "tile", NULL)                                      \
  V (matmul_best, "best", NULL)                                                \
  V (matmul_cublas, "cublas", NULL)                                            \
  V (matmul_cublas_tuned, "cublas-tuned", NULL)                                \
  V (matmul_cublas_digits, "cublas-digits", NULL)                              \
  V (matmul_cublas_emulated, "cublas-emulated", NULL)

#endif /* MATMUL_RECT_CUDA_VARIANTS_H */
