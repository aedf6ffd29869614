/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Over resident: two blocks share a load.  In resident each block reads all of
 * its tile's rows of A and columns of B from L2, though its neighbours read the
 * same ones at about the same time.  Here two blocks are a cluster, which runs
 * on two multiprocessors close to each other: they compute one tile below the
 * other, with the same columns.  Each loads its own rows of A, and half of the
 * columns of B, which TMA writes to the shared memory of both (multicast).  So
 * L2 delivers two thirds of the bytes.
 *
 * Two things become a matter of both blocks.  A stage's full mbarrier still
 * expects all bytes of the stage, but half of those of B come from the other
 * block's load; they may even come before this block's producer has announced
 * them.  That is harmless: the phase can't end before its arrival.  And a load
 * writes to both blocks' stages: so a stage is empty when the consumers of both
 * have multiplied it, and each consumer arrives at the empty mbarriers of both.
 *
 * bf16 alone; C by TMA alone.  Source: NVIDIA, "Hopper tuning guide" and CUDA
 * programming guide, thread block clusters; CUTLASS's cluster shape 2 x 1.
 */
#include "bf16-tile.cuh"
#include "matmul/row-major.h"

enum {
  CLUSTER = 2, /* blocks, one below the other */
  HALF_COLS = COLS / CLUSTER,
  BAND = 8 /* pairs of tiles */
};

struct multicast_task {
  CUtensorMap a, b, c;
  int down, across; /* pairs of tiles */
  int steps;
};

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* The n-th pair of tiles: where this block's begins. */
static __device__ __forceinline__ struct tile_start
tile_of_pair (const struct multicast_task &task, int n, int rank)
{
  struct tile_start tile
      = tile_in_band (n, task.down, task.across, BAND, CLUSTER * ROWS, COLS);

  tile.row += rank * ROWS;
  return tile;
}

/* One thread of the producer. */
template <int mn_major_a, int mn_major_b>
static __device__ __forceinline__ void
load_stages (const struct multicast_task &task, int rank, uint32_t memory,
             struct bf16_barriers &barriers)
{
  const int clusters = (int)gridDim.x / CLUSTER, half = rank * HALF_COLS;
  struct stage_turn ring = { 0, 1 };

#pragma unroll 1
  for (int n = cluster_number (); n < task.down * task.across; n += clusters) {
    const struct tile_start tile = tile_of_pair (task, n, rank);
    const int row = (int)tile.row, col = (int)tile.col;

#pragma unroll 1
    for (int step = 0; step < task.steps; step++) {
      const uint32_t stage = memory + ring.stage * STAGE;
      const uint32_t full = async_shared (&barriers.full[ring.stage]);

      mbarrier_wait (&barriers.empty[ring.stage], ring.phase);
      mbarrier_expect_at (full, STAGE);
      bf16_load<mn_major_a, ROWS> (stage, &task.a, row, step * STEP, full, 0);
      bf16_load<mn_major_b, HALF_COLS> (stage + A_BYTES + half * 128, &task.b,
                                        col + half, step * STEP, full,
                                        (1 << CLUSTER) - 1);
      stage_next (ring, STAGES);
    }
  }
}

/* A consumer's part of a tile.  empty: in thread r of the consumer, the address
 * of the first empty mbarrier of block r of the cluster; in others 0. */
template <int mn_major_a, int mn_major_b>
static __device__ __forceinline__ void
multiply_tile (int steps, int consumer, uint32_t memory,
               struct bf16_barriers &barriers, uint32_t empty,
               struct stage_turn &ring, uint32_t (&sums)[COLS / 2])
{
  int before = 0;

  for (int step = 0; step < steps; step++) {
    mbarrier_wait (&barriers.full[ring.stage], ring.phase);
    bf16_multiply<mn_major_a, mn_major_b> (memory + ring.stage * STAGE,
                                           consumer, step, sums);
    wgmma_wait<1> ();
    if (empty != 0 && step > 0)
      cluster_arrive (empty + before * 8);
    before = ring.stage;
    stage_next (ring, STAGES);
  }
  wgmma_wait<0> ();
  if (empty != 0)
    cluster_arrive (empty + before * 8);
}

template <int mn_major_a, int mn_major_b>
static __device__ __forceinline__ void
compute_tiles (const struct multicast_task &task, int rank, int consumer,
               unsigned char *memory, struct bf16_barriers &barriers)
{
  const int clusters = (int)gridDim.x / CLUSTER, thread = threadIdx.x % 128;
  const uint32_t empty
      = thread < CLUSTER
            ? cluster_map_barrier (barriers.empty, (uint32_t)thread)
            : 0;
  unsigned char *const buffers = memory + STAGES * STAGE + consumer * 2 * BOX;
  struct stage_turn ring = { 0, 0 };

#pragma unroll 1
  for (int n = cluster_number (); n < task.down * task.across; n += clusters) {
    const struct tile_start tile = tile_of_pair (task, n, rank);
    uint32_t sums[COLS / 2];

    multiply_tile<mn_major_a, mn_major_b> (task.steps, consumer,
                                           async_shared (memory), barriers,
                                           empty, ring, sums);
    bf16_store_boxes (&task.c, consumer, buffers, (int)tile.row + consumer * 64,
                      (int)tile.col, sums);
  }
  if (thread == 0)
    async_drain<0> ();
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

template <int mn_major_a, int mn_major_b>
static __global__ void
__launch_bounds__ (THREADS, 1)
    multicast (const __grid_constant__ struct multicast_task task)
{
#if defined __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__ (1024) unsigned char memory[];
  __shared__ struct bf16_barriers barriers;
  const int warp = __shfl_sync (~0U, threadIdx.x / 32, 0), group = warp / 4;
  const int rank = cluster_rank ();

  if (threadIdx.x == 0) {
    mbarrier_init (barriers.full, STAGES, 1);
    mbarrier_init (barriers.empty, STAGES, CONSUMERS * CLUSTER);
  }
  __syncwarp ();
  /* The other block's loads and arrivals need this block's mbarriers. */
  cluster_barrier ();
  if (group == 0) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;"
                 :
                 : "n"((int)PRODUCER_REGISTERS));
    if (warp == 0 && async_elected ())
      load_stages<mn_major_a, mn_major_b> (task, rank, async_shared (memory),
                                           barriers);
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;"
                 :
                 : "n"((int)CONSUMER_REGISTERS));
    compute_tiles<mn_major_a, mn_major_b> (task, rank, group - 1, memory,
                                           barriers);
  }
  /* And they need them to the end. */
  __syncwarp ();
  cluster_barrier ();
#else
  (void)task;
#endif
}

/* As many clusters as pairs of multiprocessors, if there are as many pairs of
 * tiles. */
static struct prepared_shape
shape_of (const struct multicast_task &task, const gk_device *device)
{
  const unsigned pairs = (unsigned)task.down * (unsigned)task.across;
  const unsigned most = device->units / CLUSTER;
  struct prepared_shape shape = {};

  shape.grid = dim3 ((pairs < most ? pairs : most) * CLUSTER);
  shape.block = dim3 (THREADS);
  shape.cluster = CLUSTER;
  shape.shared = STAGES * STAGE + CONSUMERS * 2 * BOX;
  return shape;
}

static int
multicast_prepare (const gk_host *host, const gk_device *device,
                   const void *problem, const gk_value *values, void **state)
{
  static void (*const kernels[2][2]) (const struct multicast_task)
      = { { multicast<0, 0>, multicast<0, 1> },
          { multicast<1, 0>, multicast<1, 1> } };
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  auto *const kernel
      = kernels[operand_a (&p).mn_major][operand_b (&p).mn_major];
  struct multicast_task task = {};
  int r = matmul_cuda_prepare (host, device, problem, values, state);

  task.down = static_cast<int> (tiles_over (p.m, CLUSTER * ROWS));
  task.across = static_cast<int> (tiles_over (p.k, COLS));
  task.steps = static_cast<int> (tiles_over (p.n, STEP));
  if (r == GK_OK)
    r = bf16_make_maps (host, &p, (const void *)kernel, HALF_COLS, &task.a,
                        &task.b, &task.c);
  return r == GK_OK ? prepared_make (host, kernel, shape_of (task, device),
                                     task, state)
                    : r;
}

extern "C" gk_variant
matmul_multicast_variant (void)
{
  return bf16_variant (multicast_prepare);
}
