/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The engine's producer, a warp that loads the operands' tiles.
 */
#ifndef MATMUL_ENGINE_LOAD_CUH
#define MATMUL_ENGINE_LOAD_CUH

#include "cuda/cluster.cuh"
#include "engine-place.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

static __device__ __forceinline__ void
engine_load_box (unsigned char *to, const CUtensorMap *map, int x, int y,
                 uint64_t *full, uint32_t ranks)
{
  if (ranks == 0)
    async_load_box (to, map, x, y, full);
  else
    cluster_load_box (to, map, x, y, full, ranks);
}

/* Loads a share, which is for the blocks of those ranks; its first line is
 * `line`.  Along the inner dimension the map's rows are lines, across it its
 * columns are, in boxes as wide as they are high. */
template <int across, int side>
static __device__ __forceinline__ void
engine_load (unsigned char *to, const CUtensorMap *map, int lines,
             uint32_t ranks, int line, int inner, uint64_t *full)
{
  if (!across)
    engine_load_box (to, map, inner, line, full, ranks);
  else
#pragma unroll 1
    for (int l = 0; l < lines; l += side)
      engine_load_box (to + l * 128, map, line + l, inner, full, ranks);
}

/* The producer: a warp. */
template <typename S>
static __device__ __forceinline__ void
engine_produce (const struct engine_task &task, const struct engine_place &p,
                unsigned char *memory, uint64_t *full, uint64_t *empty)
{
  const int a_first = p.col * task.of_a.lines, b_first = p.row * task.of_b.lines;
  const uint32_t a_ranks = task.of_a.ranks << p.row;
  const uint32_t b_ranks = task.of_b.ranks << p.col * task.cluster_rows;
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
        engine_load<S::across_a, S::step> (to + a_first * 128, &task.a,
                                           task.of_a.lines, a_ranks,
                                           tile.row + a_first, k * S::step, at);
        engine_load<S::across_b, S::step> (to + S::a_bytes + b_first * 128,
                                           &task.b, task.of_b.lines, b_ranks,
                                           tile.col + b_first, k * S::step, at);
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
