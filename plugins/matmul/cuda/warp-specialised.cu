/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Over wgmma: warps are specialised.  In wgmma a thread that multiplies also
 * loads, so all must have finished a stage, at a barrier of the block, before
 * it is filled again, and meanwhile no wgmma is in flight.  Here one warp, the
 * producer, only starts loads, and two warpgroups, the consumers, only
 * multiply. Two mbarriers a stage are all that they need:
 *
 *   full:  the producer announces the stage's bytes, TMA counts those that have
 *          arrived, and consumers wait for the last;
 *   empty: each consumer arrives when it has multiplied the stage, and the
 *          producer waits for both before it loads there again.
 *
 * A consumer releases a stage when the wgmmas of the next one are in flight, so
 * that its tensor cores always have work.  The producer needs few registers,
 * and gives the rest of its warpgroup's away (setmaxnreg): 64 x 256 sums of a
 * consumer are 128 registers a thread.  So a tile is of 128 x 256, and each
 * element that it loads is used 1.33 times as often as in one of 128 x 128.
 *
 * bf16 alone.  Sources: CUTLASS's warp-specialised kernels (V. Thakkar et al.,
 * 2017-); P. Shah, "Outperforming cuBLAS on H100" (2024).
 */
#include "bf16-tile.cuh"
#include "matmul/row-major.h"

struct warp_specialised_task {
  CUtensorMap a, b;
  __nv_bfloat16 *c;
  int64_t ldc;
  int rows, cols; /* of C */
  int steps;
};

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* One thread of the producer.  At first all stages are empty, as if a round
 * through the ring, of phase 1, were over. */
template <int mn_major_a, int mn_major_b>
static __device__ __forceinline__ void
load_stages (const struct warp_specialised_task &task, int row, int col,
             uint32_t memory, struct bf16_barriers &barriers)
{
  struct stage_turn ring = { 0, 1 };

#pragma unroll 1
  for (int step = 0; step < task.steps; step++) {
    const uint32_t stage = memory + ring.stage * STAGE;
    const uint32_t full = async_shared (&barriers.full[ring.stage]);

    mbarrier_wait (&barriers.empty[ring.stage], ring.phase);
    mbarrier_expect_at (full, STAGE);
    bf16_load<mn_major_a, ROWS> (stage, &task.a, row, step * STEP, full, 0);
    bf16_load<mn_major_b, COLS> (stage + A_BYTES, &task.b, col, step * STEP,
                                 full, 0);
    stage_next (ring, STAGES);
  }
}

/* A consumer.  wgmma is asynchronous: when those of a step have been issued,
 * those of the step before are waited for. */
template <int mn_major_a, int mn_major_b>
static __device__ __forceinline__ void
multiply_stages (int steps, int consumer, uint32_t memory,
                 struct bf16_barriers &barriers, uint32_t (&sums)[COLS / 2])
{
  struct stage_turn ring = { 0, 0 };
  int before = 0;

  for (int step = 0; step < steps; step++) {
    mbarrier_wait (&barriers.full[ring.stage], ring.phase);
    bf16_multiply<mn_major_a, mn_major_b> (memory + ring.stage * STAGE,
                                           consumer, step, sums);
    wgmma_wait<1> ();
    if (threadIdx.x % 128 == 0 && step > 0)
      mbarrier_arrive (&barriers.empty[before]);
    before = ring.stage;
    stage_next (ring, STAGES);
  }
  wgmma_wait<0> ();
}

/* Stores a consumer's sums from registers, as wgmma does, but two at a time
 * where they are aligned. */
static __device__ __forceinline__ void
store_sums (const struct warp_specialised_task &task, int row, int col,
            const uint32_t (&sums)[COLS / 2])
{
  const int lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32;
  const bool pairs = task.ldc % 2 == 0;

  row += warp * 16 + lane / 4;
  col += lane % 4 * 2;
#pragma unroll
  for (int i = 0; i < COLS / 4; i++) {
    const int r = row + i % 2 * 8, c = col + i / 2 * 8;
    const uint32_t pair = bf16_pair (sums[i * 2], sums[i * 2 + 1]);
    __nv_bfloat16 *const to = task.c + r * task.ldc + c;

    if (r >= task.rows || c >= task.cols)
      continue;
    if (pairs && c + 1 < task.cols)
      *(uint32_t *)to = pair;
    else {
      ((uint16_t *)to)[0] = (uint16_t)pair;
      if (c + 1 < task.cols)
        ((uint16_t *)to)[1] = (uint16_t)(pair >> 16);
    }
  }
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

template <int mn_major_a, int mn_major_b>
static __global__ void
__launch_bounds__ (THREADS, 1)
    warp_specialised (const __grid_constant__ struct warp_specialised_task task)
{
#if defined __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__ (1024) unsigned char memory[];
  __shared__ struct bf16_barriers barriers;
  const struct tile_start tile = tile_of_block (task.cols, ROWS, COLS);
  const int row = (int)tile.row, col = (int)tile.col;
  /* The shuffle shows the compiler that it is uniform in a warp. */
  const int warp = __shfl_sync (~0U, threadIdx.x / 32, 0), group = warp / 4;

  if (threadIdx.x == 0) {
    mbarrier_init (barriers.full, STAGES, 1);
    mbarrier_init (barriers.empty, STAGES, CONSUMERS);
  }
  __syncthreads ();
  if (group == 0) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;"
                 :
                 : "n"((int)PRODUCER_REGISTERS));
    if (warp == 0 && async_elected ())
      load_stages<mn_major_a, mn_major_b> (task, row, col,
                                           async_shared (memory), barriers);
  } else {
    uint32_t sums[COLS / 2];

    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;"
                 :
                 : "n"((int)CONSUMER_REGISTERS));
    multiply_stages<mn_major_a, mn_major_b> (
        task.steps, group - 1, async_shared (memory), barriers, sums);
    store_sums (task, row + (group - 1) * 64, col, sums);
  }
#else
  (void)task;
#endif
}

static int
warp_specialised_prepare (const gk_host *host, const gk_device *device,
                          const void *problem, const gk_value *values,
                          void **state)
{
  static void (*const kernels[2][2]) (const struct warp_specialised_task)
      = { { warp_specialised<0, 0>, warp_specialised<0, 1> },
          { warp_specialised<1, 0>, warp_specialised<1, 1> } };
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  auto *const kernel
      = kernels[operand_a (&p).mn_major][operand_b (&p).mn_major];
  struct prepared_shape shape = {};
  struct warp_specialised_task task = {};
  int r = matmul_cuda_prepare (host, device, problem, values, state);

  task.c = static_cast<__nv_bfloat16 *> (p.c);
  task.ldc = p.ldc;
  task.rows = static_cast<int> (p.m);
  task.cols = static_cast<int> (p.k);
  task.steps = static_cast<int> (tiles_over (p.n, STEP));
  shape.grid = dim3 (tiles_in (p.m, p.k, ROWS, COLS));
  shape.block = dim3 (THREADS);
  shape.shared = STAGES * STAGE;
  if (r == GK_OK)
    r = bf16_make_maps (host, &p, (const void *)kernel, COLS, &task.a, &task.b,
                        NULL);
  return r == GK_OK ? prepared_make (host, kernel, shape, task, state) : r;
}

extern "C" gk_variant
matmul_warp_specialised_variant (void)
{
  return bf16_variant (warp_specialised_prepare);
}
