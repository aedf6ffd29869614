/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CUDA variants that both families of products have: for the tables in
 * their cuda-variants.h.
 */
#ifndef MATMUL_CUDA_VARIANTS_H
#define MATMUL_CUDA_VARIANTS_H

#define MATMUL_CUDA_VARIANTS(V)                                                \
  V (matmul_register_tile_scalar, "register-tile-scalar",                      \
     "register tiling: 8x8 sums a thread, 64 multiplications for 16 "          \
     "reads of shared memory; stores of the transposed tile have bank "        \
     "conflicts",                                                              \
     NULL)                                                                     \
  V (matmul_register_tile_padded, "register-tile-padded",                      \
     "two words of padding behind each row of the transposed tile: "           \
     "stores without bank conflicts",                                          \
     NULL)                                                                     \
  V (matmul_register_tile_vector, "register-tile-vector",                      \
     "vectorized accesses of 16 bytes: 64 multiplications need 4 reads "       \
     "of shared memory instead of 16",                                         \
     NULL)                                                                     \
  V (matmul_register_tile, "register-tile",                                    \
     "double buffering: one pair of tiles is loaded while the other is "       \
     "multiplied; 8x8 sums a thread, vectorized accesses",                     \
     NULL)                                                                     \
  V (matmul_cp_async, "cp-async",                                              \
     "cp.async copies tiles to shared memory, up to four stages ahead, "       \
     "without registers: 8x16 sums a thread; small products are split "        \
     "along the inner dimension",                                              \
     "tile", "splits", "stages", "band", NULL)                                 \
  V (matmul_tma, "tma",                                                        \
     "a warp loads tiles by the Tensor Memory Accelerator (TMA), it and "      \
     "three others transpose A, eight multiply, all wait at mbarriers only",   \
     "tile", "stages", "share", "band", NULL)                                  \
  V (matmul_dmma, "dmma",                                                      \
     "f64 on tensor cores (mma.sync), 32 x 64 sums a warp; TMA or "            \
     "cp.async fills shared memory stages ahead",                              \
     "tile", "load", "stages", "share", "band", NULL)                          \
  V (matmul_mma_sync, "mma-sync",                                              \
     "tensor cores multiply (mma.sync, 64 x 64 sums a warp); ldmatrix "        \
     "loads fragments from swizzled shared memory, which cp.async fills",      \
     NULL)                                                                     \
  V (matmul_wgmma, "wgmma",                                                    \
     "wgmma: a warpgroup multiplies 64 x 128 sums from shared memory, "        \
     "which the Tensor Memory Accelerator (TMA) fills",                        \
     NULL)                                                                     \
  V (matmul_warp_specialised, "warp-specialised",                              \
     "warp specialisation: one warp loads, two warpgroups multiply, and "      \
     "they synchronise by mbarriers only; tiles of 128 x 256 (bf16)",          \
     NULL)                                                                     \
  V (matmul_resident, "resident",                                              \
     "blocks stay, as many as multiprocessors: the next tile loads while "     \
     "TMA stores one; tiles in bands, for L2 (bf16)",                          \
     NULL)                                                                     \
  V (matmul_multicast, "multicast",                                            \
     "clusters of two blocks, one tile below the other: each loads half of "   \
     "the columns that both need (bf16)",                                      \
     NULL)                                                                     \
  V (matmul_persistent, "persistent",                                          \
     "the engine: persistent blocks for bytes, 16 bits and TF32, all layouts " \
     "and sizes; the last tiles are shared, tile and cluster chosen by size",  \
     "tile", "columns", "schedule", "cluster", "splits", "share", "stages",    \
     "band", "transpose", NULL)                                                \
  V (matmul_fp8, "fp8",                                                        \
     "floats of 8 bits, which tensor cores add in some 14 bits: sums are "     \
     "moved to f32 every 128 products",                                        \
     "tile", "cluster", "splits", "share", "stages", "band", NULL)             \
  V (matmul_fp8_fast, "fp8-fast",                                              \
     "floats of 8 bits, whose sums stay in the tensor cores: faster, and "     \
     "less exact the longer they are",                                         \
     "tile", "cluster", "splits", "share", "stages", "band", "schedule", NULL) \
  V (matmul_bf16x6, "bf16x6",                                                  \
     "f32 on tensor cores, any data: each number is split into three of "      \
     "bf16 on its way into shared memory, and six of their nine products "     \
     "are added up",                                                           \
     "tile", "splits", NULL)                                                   \
  V (matmul_digits, "digits",                                                  \
     "numbers are split into planes of bytes, which tensor cores "             \
     "multiply and add up exactly",                                            \
     "tile", "cluster", "share", "stages", "band", "products", NULL)           \
  V (matmul_residues, "residues",                                              \
     "f64 as integers, whose residues by 14 moduli tensor cores multiply "     \
     "exactly",                                                                \
     "tile", "schedule", "stages", "band", NULL)                               \
  V (matmul_few_rows, "few-rows",                                              \
     "for C of up to 32 rows or columns: cp.async reads the long operand "     \
     "once, at the speed of memory, and tiles are as narrow as C",             \
     "splits", NULL)                                                           \
  V (matmul_gemv, "gemv",                                                      \
     "for C of up to 8 rows or columns, on CUDA cores: the long operand is "   \
     "read once, at the speed of memory, and the short one from shared "       \
     "memory",                                                                 \
     NULL)                                                                     \
  V (matmul_small, "small",                                                    \
     "for small products: all operands are loaded at once, straight to "       \
     "the registers of mma.sync, and warps share the inner dimension: a "      \
     "single trip to memory",                                                  \
     "tile", NULL)                                                             \
  V (matmul_best, "best",                                                      \
     "chooses a variant by type, size and GPU; times several where more than " \
     "one may be the fastest",                                                 \
     NULL)                                                                     \
  V (matmul_cublas, "cublas",                                                  \
     "gemm of NVIDIA's cuBLAS; f32 in full precision, 16-bit types with "      \
     "sums in f32",                                                            \
     NULL)                                                                     \
  V (matmul_cublas_tuned, "cublas-tuned",                                      \
     "times hundreds of cuBLASLt's algorithms for the product, and "           \
     "runs the fastest",                                                       \
     NULL)                                                                     \
  V (matmul_cublas_fp8, "cublas-fp8",                                          \
     "likewise for floats of 8 bits, whose sums cuBLASLt moves to f32 at "     \
     "intervals",                                                              \
     NULL)                                                                     \
  V (matmul_cublas_fp8_fast, "cublas-fp8-fast",                                \
     "FAST_ACCUM: the sums stay in the tensor cores, which keep some 14 bits", \
     NULL)                                                                     \
  V (matmul_cublas_digits, "cublas-digits",                                    \
     "integers are split into planes of bytes, which cuBLAS multiplies", NULL) \
  V (matmul_cublas_emulated, "cublas-emulated",                                \
     "cuBLAS's own emulation of f64 by fixed-point numbers", NULL)

#endif /* MATMUL_CUDA_VARIANTS_H */
