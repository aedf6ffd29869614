/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CUDA variants of transpose, from the simplest on: V (middle of the
 * function's name, name, summary, tunables, NULL).  The plugin's table
 * (transpose-cuda.cu) and the family's list of companions (transpose.c) are
 * made from it.
 */
#ifndef TRANSPOSE_CUDA_VARIANTS_H
#define TRANSPOSE_CUDA_VARIANTS_H

#define TRANSPOSE_CUDA_VARIANTS(V)                                             \
  V (direct, "direct",                                                         \
     "one element per thread; the reads of a warp coalesce, its writes "       \
     "go to 32 different rows",                                                \
     NULL)                                                                     \
  V (shared, "shared",                                                         \
     "32x32 tiles in shared memory, so that reads and writes both "            \
     "coalesce; rows padded against bank conflicts",                           \
     NULL)                                                                     \
  V (shared_rows, "shared-rows",                                               \
     "shared with four elements per thread: more reads in flight, less "       \
     "waiting at the barrier",                                                 \
     NULL)                                                                     \
  V (small, "small",                                                           \
     "no loop, 32-bit offsets, small tiles: the fewest instructions from "     \
     "start to end",                                                           \
     "small_tile", "pdl", NULL)                                                \
  V (vector, "vector",                                                         \
     "loads and stores of 16 bytes: small squares are transposed in "          \
     "registers, then XOR-swizzled in shared memory",                          \
     NULL)                                                                     \
  V (vector_tuned, "vector-tuned",                                             \
     "vector with tile, rasterization order, occupancy, L2 eviction "          \
     "priorities and launch as tunables",                                      \
     "tile", "band", "load", "store", "blocks_per_sm", "pdl", NULL)            \
  V (sector_aligned, "sector-aligned",                                         \
     "for odd pitches: each write begins at a sector of memory, so that "      \
     "no two blocks write the same sector",                                    \
     "tile_rows", "band", "align", NULL)                                       \
  V (tma, "tma",                                                               \
     "the Tensor Memory Accelerator (TMA) loads and stores the tiles; "        \
     "threads only transpose them",                                            \
     "band", "stages", "blocks_per_sm", NULL)                                  \
  V (flat, "flat", "one row or one column: a plain copy, 16 bytes at a time",  \
     NULL)                                                                     \
  V (best, "best",                                                             \
     "selects the fastest of these variants by size, pitches, element "        \
     "and device",                                                             \
     NULL)                                                                     \
  V (cublas, "cublas",                                                         \
     "geam of NVIDIA's cuBLAS with alpha = 1: it multiplies, so NaN "          \
     "payloads may change",                                                    \
     NULL)

#endif /* TRANSPOSE_CUDA_VARIANTS_H */
