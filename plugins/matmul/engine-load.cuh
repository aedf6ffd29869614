/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The engine's producer, a warp that loads the operands' tiles.
 */
#ifndef MATMUL_ENGINE_LOAD_CUH
#define MATMUL_ENGINE_LOAD_CUH

#include "cuda/cluster.cuh"
#include "engine-place.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* A block's share of an operand's tile, whose lines are C's rows or columns. */
struct engine_share {
  int first, lines;
  uint32_t ranks; /* of the blocks that get it, where they are several */
};

static __device__ __forceinline__ struct engine_share
engine_share_of_a (const struct engine_task &task, const struct engine_place &p,
                   int rows)
{
  const int lines = rows >> engine_log2 (task.cluster_cols);
  uint32_t ranks = 0;

#pragma unroll 1
  for (int c = 0; c < task.cluster_cols; c++)
    ranks |= 1U << (p.row + c * task.cluster_rows);
  return { lines * p.col, lines, task.cluster_cols > 1 ? ranks : 0 };
}

static __device__ __forceinline__ struct engine_share
engine_share_of_b (const struct engine_task &task, const struct engine_place &p,
                   int cols)
{
  const int lines = cols >> engine_log2 (task.cluster_rows);
  const uint32_t ranks = ((1U << task.cluster_rows) - 1)
                         << (p.col * task.cluster_rows);

  return { lines * p.row, lines, task.cluster_rows > 1 ? ranks : 0 };
}

static __device__ __forceinline__ void
engine_load_box (unsigned char *to, const CUtensorMap *map, int x, int y,
                 uint64_t *full, uint32_t ranks)
{
  if (ranks == 0)
    async_load_box (to, map, x, y, full);
  else
    cluster_load_box (to, map, x, y, full, ranks);
}

/* Loads a share; the tile's first line is `line`.  Along the inner dimension
 * the map's rows are lines, across it its columns are, in boxes as wide as they
 * are high. */
template <int across, int side>
static __device__ __forceinline__ void
engine_load (unsigned char *to, const CUtensorMap *map,
             const struct engine_share &share, int line, int inner,
             uint64_t *full)
{
  to += share.first * 128;
  line += share.first;
  if (!across)
    engine_load_box (to, map, inner, line, full, share.ranks);
  else
#pragma unroll 1
    for (int l = 0; l < share.lines; l += side)
      engine_load_box (to + l * 128, map, line + l, inner, full, share.ranks);
}

/* The producer: a warp. */
template <typename S>
static __device__ __forceinline__ void
engine_produce (const struct engine_task &task, const struct engine_place &p,
                unsigned char *memory, uint64_t *full, uint64_t *empty)
{
  const struct engine_share a = engine_share_of_a (task, p, S::rows);
  const struct engine_share b = engine_share_of_b (task, p, S::cols);
  const bool elected = async_elected ();
  struct engine_ring ring = { 0, 1 };
  struct stream_k_walk walk = stream_k_walk (&task.tiles, p.cluster);

  for (; walk.part.tile >= 0; stream_k_next (&task.tiles, &walk)) {
    const struct engine_tile tile = engine_tile_at<S> (task, p, walk.part.tile);

    for (int k = walk.part.first; k < walk.part.end; k++) {
      unsigned char *to = memory + ring.stage * S::stage;
      uint64_t *const at = &full[ring.stage];

      mbarrier_wait (&empty[ring.stage], ring.phase);
      if (elected) {
        mbarrier_expect (at, task.loaded);
        engine_load<S::across_a, S::step> (to, &task.a, a, tile.row,
                                           k * S::step, at);
        engine_load<S::across_b, S::step> (to + S::a_bytes, &task.b, b,
                                           tile.col, k * S::step, at);
      }
      engine_next (ring, task.stages);
    }
  }
  /* Consumers of other blocks still tell this one that stages are empty: it
   * stays till they have. */
  if (task.cluster_rows * task.cluster_cols > 1)
#pragma unroll 1
    for (int s = 0; s < task.stages; s++) {
      mbarrier_wait (&empty[ring.stage], ring.phase);
      engine_next (ring, task.stages);
    }
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_LOAD_CUH */
