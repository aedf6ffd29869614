/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where a block of the engine is: in its cluster, in C, in the ring of stages.
 */
#ifndef MATMUL_ENGINE_POSITION_CUH
#define MATMUL_ENGINE_POSITION_CUH

#include "cuda/cluster.cuh"
#include "cuda/stage.cuh"
#include "engine-residues.cuh"
#include "engine-shape.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* What a block is in its cluster, and its cluster in the grid. */
struct engine_position {
  int row, col; /* in the tiles that the cluster computes; the block's number is
                   col * cluster_rows + row */
  int cluster;
};

/* Clusters are of 1, 2, 4 ... blocks down, and across: n is such a number. */
static __device__ __forceinline__ int
engine_log2 (int n)
{
  return __popc (n - 1);
}

static __device__ __forceinline__ struct engine_position
engine_find_position (const struct engine_task &task)
{
  const int rank = cluster_rank (), rows = task.cluster_rows;

  return { rank & (rows - 1), rank >> engine_log2 (rows), cluster_number () };
}

struct engine_tile {
  int row, col; /* the first of each, in elements of C */
  int plane;    /* of residues */
};

template <typename S>
static __device__ __forceinline__ struct engine_tile
engine_tile_at (const struct engine_task &task, const struct engine_position &p,
                int n)
{
  const int plane
      = S::factors == ENGINE_RESIDUES ? engine_plane_of (task, n) : 0;
  const struct stream_k_position at = stream_k_position (
      &task.tiles, n - plane * (task.tiles.down * task.tiles.across));

  return { (at.down * task.cluster_rows + p.row) * S::rows,
           (at.across * task.cluster_cols + p.col) * S::cols, plane };
}

/* A cluster's way through its parts.  Stretches were computed before: divisions
 * would be in the way of those that have none. */
static __device__ __forceinline__ struct stream_k_walk
engine_walk (const struct engine_task &task, int cluster)
{
  if (engine_rarely (cluster < task.tiles.sharers))
    return stream_k_walk_tile_run (&task.tiles, cluster,
                                   &task.tile_runs[cluster]);
  return stream_k_walk_alone (&task.tiles, cluster);
}

/* Which of a consumer's 64 rows this thread's sums are of, half 1 being those
 * that wgmma has 8 rows below the others.  Where A comes from registers a row
 * is any that was put there: so that the lanes of a warp, which read 4 steps
 * and 8 rows at once, find them on 32 banks, these are not neighbours; of
 * bytes, two neighbours come together. */
template <typename S>
static __device__ __forceinline__ int
engine_row (int half)
{
  const int lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32;
  const int g = lane / 4;

  if (S::from_registers && S::type != WGMMA_TF32)
    return warp * 16 + g * 2 + half;
  if (S::from_registers)
    return warp / 2 * 32 + (warp % 2 * 2 + half + g / 4 * 4) * 4 + g % 4;
  return warp * 16 + half * 8 + g;
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_POSITION_CUH */
