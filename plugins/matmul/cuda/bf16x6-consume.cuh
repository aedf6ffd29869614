/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bf16x6's consumers, a warpgroup for each 64 rows of the tile: each splits its
 * rows of A, in the registers where wgmma takes them, and multiplies.
 *
 * wgmma adds in f32, but cuts off where FFMA rounds (M. Fasi, N. J. Higham, M.
 * Mikaitis and S. Pranesh, "Numerical behavior of NVIDIA tensor cores", 2021),
 * which adds up in long sums of one sign.  So sums are moved every 32 products,
 * by ordinary additions, to others, and of these 32 the small products come
 * first.
 */
#ifndef MATMUL_BF16X6_CONSUME_CUH
#define MATMUL_BF16X6_CONSUME_CUH

#include "bf16x6-shape.cuh"
#include "cuda/mbarrier.cuh"
#include "cuda/stage.cuh"
#include "cuda/turns.cuh"
#include "cuda/wgmma.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* A consumer's thread has this row of its 64, and another one, for each eight
 * columns: 8 below, or the next where A is MN-major. */
static __device__ __forceinline__ int
bf16x6_row (int mn_major_a)
{
  const int warp = threadIdx.x % 128 / 32, group = threadIdx.x % 32 / 4;

  return warp * 16 + (mn_major_a ? group * 2 : group);
}

/* The fragments of A for 16 along the inner dimension, the j-th of a step.  The
 * two numbers of a register, e, are neighbours along the inner dimension; h:
 * the other row; c: 8 further along the inner dimension. Numbers are read by
 * pairs, of an MN-major A those of two rows. */
template <typename S, int mn_major>
static __device__ __forceinline__ void
bf16x6_split_rows (uint32_t from, int consumer, int j,
                   uint32_t (&a)[BF16X6_PLANES][4])
{
  const int row = consumer * 64 + bf16x6_row (mn_major);
  const int q = threadIdx.x % 4;
  float x[2][2][2]; /* c, h, e */

#pragma unroll
  for (int i = 0; i < 4; i++) {
    const int c = i / 2, s = i % 2, k = j * 16 + c * 8 + q * 2;
    const uint32_t at
        = from
          + (mn_major
                 ? bf16x6_four_at<1, S::rows> (k + s, row / 4) + row % 4 * 4
                 : bf16x6_four_at<0, S::rows> (row + s * 8, k / 4) + k % 4 * 4);

    float first, second;

    asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];"
                 : "=f"(first), "=f"(second)
                 : "r"(at));
    x[c][mn_major ? 0 : s][mn_major ? s : 0] = first;
    x[c][mn_major ? 1 : s][mn_major ? s : 1] = second;
  }
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const int c = i / 2, h = i % 2;
    float v = x[c][h][0] * BF16X6_SCALE, w = x[c][h][1] * BF16X6_SCALE;

#pragma unroll
    for (int place = 0; place < BF16X6_PLANES; place++)
      a[place][i] = bf16x6_round_pair (v, w);
  }
}

/* The six products of 32 along the inner dimension, the half-th of a step,
 * small ones first. */
template <typename S, int mn_major_b>
static __device__ __forceinline__ void
bf16x6_multiply (const uint32_t (&a)[2][BF16X6_PLANES][4], uint32_t cols,
                 int half, uint32_t (&sums)[S::sums])
{
  static constexpr int places[6][2]
      = { { 0, 2 }, { 1, 1 }, { 2, 0 }, { 0, 1 }, { 1, 0 }, { 0, 0 } };

  wgmma_fence ();
#pragma unroll
  for (int i = 0; i < 12; i++) {
    const int j = i % 2, *const place = places[i / 2];

    wgmma_of_registers<WGMMA_BF16, S::cols, mn_major_b> (
        sums, a[j][place[0]],
        wgmma_descriptor (cols + place[1] * bf16x6_plane (S::cols))
            + wgmma_further ((half * 2 + j) * (mn_major_b ? 2048 : 32)),
        i);
  }
  wgmma_commit ();
}

/* Two consumers take turns: one multiplies while the other splits numbers and
 * moves sums (4096^3 1.21 ms, without turns 1.25).  Named barriers 1 and 2
 * signal a consumer's turn. */
enum { BF16X6_TURNS = 1 };

/* The consumers' part: multiplies so many steps.  sums: of the consumer's 64
 * rows, as wgmma distributes them. */
template <typename S, int mn_major_a, int mn_major_b>
static __device__ __forceinline__ void
bf16x6_consume (int steps, int consumer, uint32_t memory,
                struct bf16x6_barriers &barriers, float (&sums)[S::sums])
{
  struct stage_turn ring = { 0, 0 };

#pragma unroll
  for (int i = 0; i < S::sums; i++)
    sums[i] = 0;
  if (S::consumers == 2 && consumer == 1)
    turn_pass (BF16X6_TURNS, consumer);
#pragma unroll 1
  for (int step = 0; step < steps; step++) {
    const uint32_t stage = memory + ring.stage * S::stage;

    mbarrier_wait (&barriers.full[ring.stage], ring.phase);
#pragma unroll
    for (int half = 0; half < 2; half++) {
      uint32_t a[2][BF16X6_PLANES][4], now[S::sums];

      for (int i = 0; i < 2; i++)
        bf16x6_split_rows<S, mn_major_a> (stage, consumer, half * 2 + i, a[i]);
      if (S::consumers == 2)
        turn_await (BF16X6_TURNS, consumer);
      bf16x6_multiply<S, mn_major_b> (a, stage + S::a_bytes, half, now);
      if (S::consumers == 2 && (consumer == 0 || half == 0 || step + 1 < steps))
        turn_pass (BF16X6_TURNS, consumer);
      wgmma_wait<0> ();
      if (half == 1 && threadIdx.x % 32 == 0)
        mbarrier_arrive (&barriers.empty[ring.stage]);
#pragma unroll
      for (int i = 0; i < S::sums; i++)
        sums[i] += __uint_as_float (now[i]);
    }
    stage_next (ring, S::stages);
  }
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_BF16X6_CONSUME_CUH */
