/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Over warp-specialised: blocks stay.  There a block ends with its tile: until
 * the next one has started, initialised its mbarriers and loaded its first
 * stages, and while sums are stored, the tensor cores wait, once a tile.  Here
 * there are as many blocks as multiprocessors (persistent blocks), and each
 * computes tile after tile.  The ring of stages goes on from one tile to the
 * next: while the consumers store a tile, the producer has filled the ring with
 * the next one's first steps.
 *
 * Two things follow from that.  Stores should not take the consumers' time: so
 * sums go to shared memory, rounded, from where TMA stores boxes of 64 rows of
 * 128 bytes, whole lines of memory, while the consumers multiply again.  And
 * the kernel chooses which tiles are computed at the same time: tiles are
 * numbered in bands of 16 rows of tiles, down before across, so that 132 of
 * them are nearly a square of C, and need the fewest rows of A and columns of
 * B, which L2 then delivers.
 *
 * bf16 alone; C by TMA alone.  Source: CUTLASS's persistent tile scheduler, and
 * its threadblock swizzle for the bands (V. Thakkar et al., 2017-).
 */
#include "bf16-tile.cuh"
#include "matmul/row-major.h"

enum { BAND = 16 };

struct resident_task {
  CUtensorMap a, b, c;
  int down, across; /* tiles */
  int steps;
};

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* One thread of the producer. */
template <int mn_major_a, int mn_major_b>
static __device__ __forceinline__ void
load_stages (const struct resident_task &task, uint32_t memory,
             struct bf16_barriers &barriers)
{
  struct stage_turn ring = { 0, 1 };

#pragma unroll 1
  for (int n = blockIdx.x; n < task.down * task.across; n += gridDim.x) {
    const struct tile_start tile
        = tile_in_band (n, task.down, task.across, BAND, ROWS, COLS);
    const int row = (int)tile.row, col = (int)tile.col;

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
}

/* A consumer's part of a tile.  The last stage, too, is released: the ring goes
 * on. */
template <int mn_major_a, int mn_major_b>
static __device__ __forceinline__ void
multiply_tile (int steps, int consumer, uint32_t memory,
               struct bf16_barriers &barriers, struct stage_turn &ring,
               uint32_t (&sums)[COLS / 2])
{
  const bool first = threadIdx.x % 128 == 0;
  int before = 0;

  for (int step = 0; step < steps; step++) {
    mbarrier_wait (&barriers.full[ring.stage], ring.phase);
    bf16_multiply<mn_major_a, mn_major_b> (memory + ring.stage * STAGE,
                                           consumer, step, sums);
    wgmma_wait<1> ();
    if (first && step > 0)
      mbarrier_arrive (&barriers.empty[before]);
    before = ring.stage;
    stage_next (ring, STAGES);
  }
  wgmma_wait<0> ();
  if (first)
    mbarrier_arrive (&barriers.empty[before]);
}

template <int mn_major_a, int mn_major_b>
static __device__ __forceinline__ void
compute_tiles (const struct resident_task &task, int consumer,
               unsigned char *memory, struct bf16_barriers &barriers)
{
  unsigned char *const buffers = memory + STAGES * STAGE + consumer * 2 * BOX;
  struct stage_turn ring = { 0, 0 };

#pragma unroll 1
  for (int n = blockIdx.x; n < task.down * task.across; n += gridDim.x) {
    const struct tile_start tile
        = tile_in_band (n, task.down, task.across, BAND, ROWS, COLS);
    uint32_t sums[COLS / 2];

    multiply_tile<mn_major_a, mn_major_b> (
        task.steps, consumer, async_shared (memory), barriers, ring, sums);
    bf16_store_boxes (&task.c, consumer, buffers, (int)tile.row + consumer * 64,
                      (int)tile.col, sums);
  }
  /* Shared memory must stay until TMA has read it. */
  if (threadIdx.x % 128 == 0)
    async_drain<0> ();
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

template <int mn_major_a, int mn_major_b>
static __global__ void
__launch_bounds__ (THREADS, 1)
    resident (const __grid_constant__ struct resident_task task)
{
#if defined __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__ (1024) unsigned char memory[];
  __shared__ struct bf16_barriers barriers;
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
      load_stages<mn_major_a, mn_major_b> (task, async_shared (memory),
                                           barriers);
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;"
                 :
                 : "n"((int)CONSUMER_REGISTERS));
    compute_tiles<mn_major_a, mn_major_b> (task, group - 1, memory, barriers);
  }
#else
  (void)task;
#endif
}

/* As many blocks as multiprocessors, if there are as many tiles. */
static struct prepared_shape
shape_of (const struct resident_task &task, const gk_device *device)
{
  const unsigned tiles = (unsigned)task.down * (unsigned)task.across;
  struct prepared_shape shape = {};

  shape.grid = dim3 (tiles < device->units ? tiles : device->units);
  shape.block = dim3 (THREADS);
  shape.shared = STAGES * STAGE + CONSUMERS * 2 * BOX;
  return shape;
}

static int
resident_prepare (const gk_host *host, const gk_device *device,
                  const void *problem, const gk_value *values, void **state)
{
  static void (*const kernels[2][2]) (const struct resident_task)
      = { { resident<0, 0>, resident<0, 1> },
          { resident<1, 0>, resident<1, 1> } };
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  auto *const kernel
      = kernels[operand_a (&p).mn_major][operand_b (&p).mn_major];
  struct resident_task task = {};
  int r = matmul_cuda_prepare (host, device, problem, values, state);

  task.down = static_cast<int> (tiles_over (p.m, ROWS));
  task.across = static_cast<int> (tiles_over (p.k, COLS));
  task.steps = static_cast<int> (tiles_over (p.n, STEP));
  if (r == GK_OK)
    r = bf16_make_maps (host, &p, (const void *)kernel, COLS, &task.a, &task.b,
                        &task.c);
  return r == GK_OK ? prepared_make (host, kernel, shape_of (task, device),
                                     task, state)
                    : r;
}

extern "C" gk_variant
matmul_resident_variant (void)
{
  return bf16_variant (resident_prepare);
}
