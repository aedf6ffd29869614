/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where a block of the engine is: in its cluster, in C, along the inner
 * dimension, in the ring of stages.
 */
#ifndef MATMUL_ENGINE_PLACE_CUH
#define MATMUL_ENGINE_PLACE_CUH

#include "engine-shape.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* What a block is in its cluster, and its cluster in the grid. */
struct engine_place {
  int row, col; /* in the tiles that the cluster computes */
  int split;    /* which part of the inner dimension */
  int first;    /* the first block of that part; this one's number is
                   first + col * cluster_rows + row */
  int cluster, clusters;
};

static __device__ __forceinline__ struct engine_place
engine_place_of (const struct engine_task &task)
{
  const int of_split = task.cluster_rows * task.cluster_cols;
  const int size = of_split * task.splits;
  const int rank = (int)blockIdx.x % size, k = rank % of_split;

  return { k % task.cluster_rows,  k / task.cluster_rows,
           rank / of_split,        rank / of_split * of_split,
           (int)blockIdx.x / size, (int)gridDim.x / size };
}

/* The steps along the inner dimension that are this block's: from engine_begin
 * of its split to that of the next. */
static __device__ __forceinline__ int
engine_begin (const struct engine_task &task, int split)
{
  return (int)((int64_t)task.steps * split / task.splits);
}

struct engine_tile {
  int row, col; /* the first of each, in elements of C */
};

/* Tiles of clusters are numbered down a band of rows, then across. */
template <typename S>
static __device__ __forceinline__ struct engine_tile
engine_tile_at (const struct engine_task &task, const struct engine_place &p,
                int n)
{
  const int in_band = task.band * task.across;
  const int first = n / in_band * task.band;
  const int high
      = task.down - first < task.band ? task.down - first : task.band;
  const int k = n % in_band;
  const int down = (first + k % high) * task.cluster_rows + p.row;
  const int across = k / high * task.cluster_cols + p.col;

  return { down * S::rows, across * S::cols };
}

/* The stages in turn; phase is the parity of the turn. */
struct engine_ring {
  int stage;
  uint32_t phase;
};

static __device__ __forceinline__ void
engine_next (struct engine_ring &ring, int stages)
{
  if (++ring.stage == stages) {
    ring.stage = 0;
    ring.phase ^= 1;
  }
}

/* Which of a consumer's 64 rows this thread's sums are of, half 1 being those
 * that wgmma has 8 rows below the others.  Where A comes from registers a row
 * is any that was put there: so that the lanes of a warp, which read 4 steps
 * and 8 rows at once, find them on 32 banks, these are not neighbours. */
template <typename S>
static __device__ __forceinline__ int
engine_row (int half)
{
  const int lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32;
  const int g = lane / 4;

  if (S::from_registers)
    return warp / 2 * 32 + (warp % 2 * 2 + half + g / 4 * 4) * 4 + g % 4;
  return warp * 16 + half * 8 + g;
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_PLACE_CUH */
