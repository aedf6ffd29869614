/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Over shared and coalesced: with one element a thread, each multiplication
 * needs two reads of shared memory, and these, not the arithmetic, limit the
 * speed.  Here each thread keeps 8x8 elements of C in registers (register
 * tiling, or blocking): the 8 + 8 values that it reads serve 64
 * multiplications, an eighth of the reads for each.  A block of 256 threads
 * computes a tile of 128x128, so that each number loaded from memory is used
 * 128 times.
 *
 * The rest is plain: reads and writes are of single words, and a step loads,
 * then multiplies.  One thing is worse: A is stored transposed, as in
 * coalesced, but without its padding.  So the 16 words that a half warp stores
 * are a multiple of 128 words apart, all in one bank, and are written one after
 * the other.
 *
 * Source: common practice since V. Volkov and J. Demmel, "Benchmarking GPUs to
 * tune dense linear algebra" (2008).
 */
#include "scalar-tile.cuh"

static int
register_tile_scalar_launch (const gk_host *host, const void *problem, void *,
                             void *stream)
{
  return scalar_launch<0> (host, problem, stream);
}

extern "C" gk_variant
matmul_register_tile_scalar_variant (void)
{
  return matmul_cuda_variant (register_tile_scalar_launch);
}
