/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What does not change from rung to rung between wgmma and the engine: a tile
 * of 128 x 256 sums of bf16, which two warpgroups, the consumers, multiply, 64
 * rows each, while a warp of a third one, the producer, loads.
 *
 * A stage of shared memory has a step of 64 elements, 128 bytes, along the
 * inner dimension: 128 lines of A, then 256 of B, as TMA stores them.
 */
#ifndef MATMUL_BF16_TILE_CUH
#define MATMUL_BF16_TILE_CUH

#include <string.h>

#include <cuda_bf16.h>

#include "cuda/cluster.cuh"
#include "cuda/compiled-for.cuh"
#include "cuda/prepared.cuh"
#include "cuda/stage.cuh"
#include "cuda/wgmma.cuh"
#include "matmul/cuda/cuda.h"
#include "matmul/options.h"
#include "operand.h"
#include "tiles.cuh"

enum {
  ROWS = 128, /* of a tile */
  COLS = 256,
  STEP = 64,      /* elements */
  BOX = 64 * 128, /* bytes of 64 lines: those of A are a consumer's */
  A_BYTES = 2 * BOX,
  STAGE = 6 * BOX,
  STAGES = 4,
  CONSUMERS = 2,
  THREADS = (1 + CONSUMERS) * 128,
  /* Registers of a thread.  All 384 start with 168 (65536 / 384, a multiple of
   * 8), and 40 + 2 * 232 = 3 * 168. */
  PRODUCER_REGISTERS = 40,
  CONSUMER_REGISTERS = 232
};

/* The mbarriers of each stage: its bytes have arrived; all consumers have
 * multiplied them. */
struct bf16_barriers {
  uint64_t full[STAGES], empty[STAGES];
};

/* GK_OK, or GK_SKIP after a message, if TMA can't load an operand. */
static inline int
bf16_check_operands (const gk_host *host, const struct operand *a,
                     const struct operand *b)
{
  if (operand_is_ready (a) && operand_is_ready (b))
    return GK_OK;
  host->error (host, "TMA needs rows that begin at multiples of 16 bytes; use "
                     "another leading dimension, or persistent");
  return GK_SKIP;
}

/* The same if TMA can't store C: it writes 16 bytes at a time, beyond the end
 * of a row, too. */
static inline int
bf16_check_result (const gk_host *host, const gk_matmul *row_major)
{
  if (row_major->k % 8 == 0 && row_major->ldc % 8 == 0)
    return GK_OK;
  host->error (host, "TMA stores rows of a multiple of 16 bytes: make C's a "
                     "multiple of 8 elements, or use persistent");
  return GK_SKIP;
}

/* Checks a problem and makes the maps of its operands: boxes of ROWS lines of A
 * and so many of B.  c: of C, where TMA stores it, else NULL. */
static inline int
bf16_make_maps (const gk_host *host, const gk_matmul *row_major,
                const void *kernel, uint32_t lines_b, CUtensorMap *a_map,
                CUtensorMap *b_map, CUtensorMap *c_map)
{
  const gk_matmul *const p = row_major;
  const struct operand a = operand_a (p), b = operand_b (p);
  const struct tensor_map_matrix c = { p->c, 2, p->m, p->k, p->ldc };
  int r = operand_check_limits (host, p);

  if (r == GK_OK)
    r = bf16_check_operands (host, &a, &b);
  if (r == GK_OK && c_map != NULL)
    r = bf16_check_result (host, p);
  if (r == GK_OK)
    r = check_code_90a (host, kernel);
  if (r == GK_OK)
    r = operand_map (host, a_map, &a, ROWS, 1);
  if (r == GK_OK)
    r = operand_map (host, b_map, &b, lines_b, 1);
  return r == GK_OK && c_map != NULL ? tensor_map_make (host, c_map, &c, 64)
                                     : r;
}

static inline gk_variant
bf16_variant (int (*prepare) (const gk_host *, const gk_device *, const void *,
                              const gk_value *, void **))
{
  gk_variant v = prepared_variant (prepare, NULL, 0);

  v.dtypes = GK_BIT (GK_BF16);
  v.layouts = MATMUL_LAYOUTS;
  v.capability = v.capability_max = 90;
  return v;
}

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* Starts to load so many lines of an operand's step.  A box of a K-major
 * operand has all of them, one of an MN-major operand 64.  ranks: the blocks of
 * the cluster that receive them; 0: this one. */
template <int mn_major, int lines>
static __device__ __forceinline__ void
bf16_load (uint32_t to, const CUtensorMap *map, int line, int inner,
           uint32_t full, uint32_t ranks)
{
#pragma unroll
  for (int l = 0; l < lines; l += mn_major ? 64 : lines) {
    const int x = mn_major ? line + l : inner, y = mn_major ? inner : line;

    if (ranks == 0)
      async_load_box_at (to + l * 128, map, x, y, full);
    else
      cluster_load_box (to + l * 128, map, x, y, full, ranks);
  }
}

/* Starts to multiply a stage: adds to a consumer's 64 x 256 sums, or with step
 * 0 sets them. */
template <int mn_major_a, int mn_major_b>
static __device__ __forceinline__ void
bf16_multiply (uint32_t stage, int consumer, int step,
               uint32_t (&sums)[COLS / 2])
{
  const uint64_t a = wgmma_descriptor (stage + consumer * BOX);
  const uint64_t b = wgmma_descriptor (stage + A_BYTES);

  wgmma_fence ();
#pragma unroll
  for (int i = 0; i < 4; i++)
    wgmma_multiply<WGMMA_BF16, COLS, mn_major_a, mn_major_b> (
        sums, a + wgmma_further (i * (mn_major_a ? 2048 : 32)),
        b + wgmma_further (i * (mn_major_b ? 2048 : 32)), step | i);
  wgmma_commit ();
}

/* Rounds two sums, neighbours in a row of C. */
static __device__ __forceinline__ uint32_t
bf16_pair (uint32_t low, uint32_t high)
{
  const __nv_bfloat162 v
      = __floats2bfloat162_rn (__uint_as_float (low), __uint_as_float (high));
  uint32_t pair;

  memcpy (&pair, &v, sizeof pair);
  return pair;
}

/* Stores 64 columns of a consumer's sums, whose first are given, to a box in
 * shared memory, 64 rows of 128 bytes, swizzled as TMA reads them: the 16-byte
 * vector c of row r is at c ^ (r & 7).  stmatrix stores four matrices of 8 x 8;
 * lane l gives the address of row l % 8 of matrix l / 8. */
static __device__ __forceinline__ void
bf16_stage_box (uint32_t box, const uint32_t *sums)
{
  const int lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32;
  const int row = warp * 16 + lane % 16, right = lane / 16;

#pragma unroll
  for (int i = 0; i < 4; i++) {
    const uint32_t *const s = sums + i * 8;

    asm volatile(
        "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
        :
        : "r"(box + row * 128 + (((i * 2 + right) ^ (row & 7)) << 4)),
          "r"(bf16_pair (s[0], s[1])), "r"(bf16_pair (s[2], s[3])),
          "r"(bf16_pair (s[4], s[5])), "r"(bf16_pair (s[6], s[7]))
        : "memory");
  }
}

/* A barrier for the threads of a consumer. */
static __device__ __forceinline__ void
bf16_sync_consumer (int consumer)
{
  asm volatile("bar.sync %0, 128;" : : "r"(1 + consumer) : "memory");
}

/* Stores a consumer's sums, whose first element is at this row and column of C,
 * by TMA: a box of 64 columns at a time, through two buffers in turn.  The
 * consumer goes on while TMA reads them. */
static __device__ __forceinline__ void
bf16_store_boxes (const CUtensorMap *c, int consumer, unsigned char *buffers,
                  int row, int col, const uint32_t (&sums)[COLS / 2])
{
  const bool first = threadIdx.x % 128 == 0;

#pragma unroll
  for (int i = 0; i < COLS / 64; i++) {
    unsigned char *const box = buffers + i % 2 * BOX;

    /* TMA has read what was in this buffer: only the other's store may be in
     * flight. */
    if (first)
      async_drain<1> ();
    bf16_sync_consumer (consumer);
    bf16_stage_box (async_shared (box), &sums[i * 32]);
    async_fence ();
    bf16_sync_consumer (consumer);
    if (first) {
      async_store_box (c, box, col + i * 64, row);
      async_commit ();
    }
  }
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_BF16_TILE_CUH */
