/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A block's position: in its cluster, in C, in the ring of stages.
 */
#ifndef MATMUL_ENGINE_POSITION_CUH
#define MATMUL_ENGINE_POSITION_CUH

#include "cuda/cluster.cuh"
#include "cuda/stage.cuh"
#include "engine-residues.cuh"
#include "engine-shape.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* The block in its cluster, and the cluster in the grid. */
struct engine_position {
  int row, col; /* in tiles of the cluster; the block's rank is col *
                   cluster_rows + row */
  int cluster;
  int part; /* of the inner dimension, if blocks share it: then this is the
               rank; else 0 */
};

/* For n a power of 2, as the sides of clusters are. */
static __device__ __forceinline__ int
engine_log2 (int n)
{
  return __popc (n - 1);
}

static __device__ __forceinline__ struct engine_position
engine_find_position (const struct engine_task &task)
{
  const int rank = cluster_rank (), rows = task.cluster_rows;
  const int col = rank >> engine_log2 (rows), cols = task.cluster_cols;

  return { rank & (rows - 1), col & (cols - 1), cluster_number (),
           col >> engine_log2 (cols) };
}

/* The columns of a tile, and the bytes of a stage. */
template <typename S>
static __device__ __forceinline__ int
engine_cols (const struct engine_task &task)
{
  if constexpr (S::fitted)
    return static_cast<const engine_fitted_task &> (task).width;
  return S::cols;
}

template <typename S>
static __device__ __forceinline__ int
engine_stage (const struct engine_task &task)
{
  if constexpr (S::fitted)
    return static_cast<const engine_fitted_task &> (task).stage;
  return S::stage;
}

struct engine_tile {
  int row, col; /* the first of each, in elements of C */
  int plane;    /* of residues; or the product of a batch, or the group */
  int end;      /* of a group's rows */
};

template <typename S>
static __device__ __forceinline__ struct engine_tile
engine_tile_at (const struct engine_task &task, const struct engine_position &p,
                int n)
{
  const int plane = S::factors == ENGINE_RESIDUES || S::batched
                        ? engine_plane_of (task, n)
                        : 0;
  const struct bands_position at = bands_position (
      &task.tiles.bands,
      n - plane * (task.tiles.bands.down * task.tiles.bands.across));

  if constexpr (S::grouped) {
    const int4 rows = __ldg (
        (const int4 *)&task.group_rows[at.down * task.cluster_rows + p.row]);

    return { rows.x, (at.across * task.cluster_cols + p.col) * S::cols, rows.z,
             rows.y };
  }
  return { (at.down * task.cluster_rows + p.row) * S::rows,
           (at.across * task.cluster_cols + p.col) * engine_cols<S> (task),
           plane, 0 };
}

/* A block's walk through its parts.  Runs of tiles were computed by the host:
 * divisions would delay clusters that have none. */
static __device__ __forceinline__ struct stream_k_walk
engine_walk (const struct engine_task &task, const struct engine_position &p)
{
  struct stream_k_walk walk;

  if (engine_rarely (p.cluster < task.tiles.sharers))
    return stream_k_walk_tile_run (&task.tiles, p.cluster,
                                   &task.tile_runs[p.cluster]);
  walk = stream_k_walk_alone (&task.tiles, p.cluster);
  stream_k_split (&task.tiles, task.splits_log2, p.part, &walk);
  return walk;
}

/* Which of a consumer's 64 rows this thread's sums belong to; half 1 is the row
 * that wgmma has 8 below the other.  If A comes from registers, any permutation
 * of rows is possible: the lanes of a warp read 4 k and 8 rows at once, and so
 * that they hit 32 banks, neighbouring lanes have rows that are not neighbours;
 * of bytes, two neighbouring rows come together. */
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

/* A box's position in what is computed. */
template <typename S>
static __device__ __forceinline__ struct engine_tile
engine_box_at (const struct engine_task &task, const struct engine_tile &tile,
               int place, int box)
{
  const int across = S::cols / S::box_cols;

  return { tile.row + (place * S::high + box / across) * 64
               + tile.plane * task.plane_rows,
           tile.col + box % across * S::box_cols, tile.plane, tile.end };
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_POSITION_CUH */
