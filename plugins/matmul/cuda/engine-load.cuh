/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The engine's producers: a warp that loads both operands' tiles or, in a
 * cluster, one for each.
 */
#ifndef MATMUL_ENGINE_LOAD_CUH
#define MATMUL_ENGINE_LOAD_CUH

#include "cuda/cluster.cuh"
#include "engine-digits.cuh"
#include "engine-position.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* This block's part of an operand's tile: where it begins in a stage and in the
 * tile, and the ranks of the blocks that receive it (0: this one only). */
struct engine_part {
  const CUtensorMap *map;
  uint32_t to;
  int first;
  int inner; /* elements along the inner dimension before it, if MN-major */
  uint32_t ranks;
};

/* The part of this block, which is that many blocks away from the first one
 * that loads the same tile. */
template <typename S, int mn_major>
static __device__ __forceinline__ struct engine_part
engine_part_of (const CUtensorMap *map, const struct engine_share &share,
                int block, uint32_t ranks)
{
  const int first = mn_major ? 0 : block * share.lines;
  const int inner = mn_major ? block * share.inner : 0;

  return { map, (uint32_t)(first * 128 + inner * (S::side * 128 / S::step)),
           first, inner, ranks };
}

/* Loads a box of one of several matrices, or of the only one. */
template <bool many>
static __device__ __forceinline__ void
engine_load_box (uint32_t to, const CUtensorMap *map, int x, int y, int z,
                 uint32_t full)
{
  if constexpr (many)
    async_load_box_of (to, map, x, y, z, full);
  else
    async_load_box_at (to, map, x, y, full);
}

/* Likewise, for all blocks of these ranks. */
template <bool many>
static __device__ __forceinline__ void
engine_multicast_box (uint32_t to, const CUtensorMap *map, int x, int y, int z,
                      uint32_t full, uint32_t ranks)
{
  if constexpr (many)
    cluster_load_box_of (to, map, x, y, z, full, ranks);
  else
    cluster_load_box (to, map, x, y, full, ranks);
}

/* The rows of a K-major operand's map are lines; an MN-major one's columns are,
 * in boxes of `side` lines.  many: the map has more than one matrix; several:
 * the cluster has more than one block. */
template <bool many, bool several, int mn_major, int side, int lines>
static __device__ __forceinline__ void
engine_load (const struct engine_part &part, uint32_t stage, int line,
             int inner, int product, uint32_t full)
{
  const uint32_t to = stage + part.to;

#pragma unroll
  for (int l = 0; l < (mn_major ? lines : 1); l += side) {
    const int x = mn_major ? line + l : inner;
    const int y = mn_major ? inner + (several ? part.inner : 0) : line;

    if (several && part.ranks != 0)
      engine_multicast_box<many> (to + l * 128, part.map, x, y, product, full,
                                  part.ranks);
    else
      engine_load_box<many> (to + l * 128, part.map, x, y, product, full);
  }
}

/* What a producer loads. */
enum engine_operands { ENGINE_BOTH, ENGINE_ONLY_A, ENGINE_ONLY_B };

/* Addresses in shared memory that the producer uses. */
struct engine_addresses {
  uint32_t memory, full, empty;
};

/* Another warp initialises the mbarriers of empty stages, which the producer
 * needs only when there are no fresh stages left: so it waits for that warp
 * only then.  In a cluster that warp is the one that loads B. */
template <enum engine_operands which>
static __device__ __forceinline__ void
engine_await_barriers (int &fresh)
{
  if (which != ENGINE_ONLY_B)
    asm volatile("bar.sync 6, 64;" : : : "memory");
  fresh = -1;
}

static __device__ __forceinline__ void
engine_signal_barriers (void)
{
  asm volatile("bar.arrive 6, 64;" : : : "memory");
}

template <typename S, enum engine_operands which>
static __device__ __forceinline__ void
engine_load_step (const struct engine_task &task, const struct engine_part &a,
                  const struct engine_part &b, int row, int col, int product,
                  int &inner, int b_further, bool elected,
                  const struct engine_addresses &at, struct stage_turn &ring)
{
  const uint32_t stage = at.memory + ring.stage * engine_stage<S> (task);
  const uint32_t full = at.full + ring.stage * 8;
  const bool several = which != ENGINE_BOTH;

  if (elected) {
    if (which != ENGINE_ONLY_B) {
      mbarrier_expect_at (full, task.loaded);
      engine_load<S::batched, several, S::mn_major_a, S::side, S::rows> (
          a, stage, row, inner, product, full);
    }
    if (which != ENGINE_ONLY_A)
      engine_load<S::batched || S::grouped, several, S::mn_major_b, S::side,
                  S::cols> (b, stage, col, inner + b_further, product, full);
  }
  inner += S::step;
  stage_next (ring, task.stages);
}

/* Loads steps of a tile, from this one on; b_further elements further for B.
 * Each instruction of the warp counts: without multicast there are few. */
template <typename S, enum engine_operands which>
static __device__ __forceinline__ void
engine_load_steps (const struct engine_task &task, const struct engine_part &a,
                   const struct engine_part &b, const struct engine_tile &tile,
                   int first, int steps, int b_further, bool elected,
                   const struct engine_addresses &at, struct stage_turn &ring,
                   int &fresh)
{
  const int row = tile.row + a.first, col = tile.col + b.first;
  int inner = first * S::step;

  /* Not unrolled: more code would have to come from memory. */
#pragma unroll 1
  for (; fresh > 0 && steps > 0; fresh--, steps--)
    engine_load_step<S, which> (task, a, b, row, col, tile.plane, inner,
                                b_further, elected, at, ring);
  if (fresh == 0)
    engine_await_barriers<which> (fresh);
#pragma unroll 1
  for (; steps > 0; steps--) {
    mbarrier_wait_at (at.empty + ring.stage * 8, ring.phase);
    engine_load_step<S, which> (task, a, b, row, col, tile.plane, inner,
                                b_further, elected, at, ring);
  }
}

/* Loads a part of a tile. */
template <typename S, enum engine_operands which>
static __device__ __forceinline__ void
engine_load_tile (const struct engine_task &task, const struct engine_part &a,
                  const struct engine_part &b, const struct engine_tile &tile,
                  const struct stream_k_part &part, unsigned nonzero,
                  bool elected, const struct engine_addresses &at,
                  struct stage_turn &ring, int &fresh)
{
  if constexpr (S::factors == ENGINE_RESIDUES) {
    engine_load_steps<S, which> (
        task, a, b, tile, tile.plane * task.plane_steps + part.first,
        part.end - part.first, 0, elected, at, ring, fresh);
  } else if constexpr (!S::digits) {
    engine_load_steps<S, which> (task, a, b, tile, part.first,
                                 part.end - part.first, 0, elected, at, ring,
                                 fresh);
  } else {
    const struct digits digits = engine_digits<S> (task, nonzero);

#pragma unroll 1
    for (struct engine_pair pair = engine_first_pair (digits); pair.sum >= 0;
         engine_next_pair (digits, &pair)) {
      const struct engine_run run
          = engine_run_of (task.plane_steps, part, pair, nonzero);

      if (run.steps > 0)
        engine_load_steps<S, which> (
            task, a, b, tile, pair.a * task.plane_steps + run.first, run.steps,
            (digits.planes - 1 - pair.sum) * task.plane_steps * S::step,
            elected, at, ring, fresh);
    }
  }
}

/* A producer: a warp.  nonzero: for digits, the mask of planes that are not all
 * 0. */
template <typename S, enum engine_operands which>
static __device__ __forceinline__ void
engine_produce_operands (const struct engine_task &task,
                         const struct engine_position &p,
                         const struct engine_addresses &at, unsigned nonzero)
{
  const struct engine_part a = engine_part_of<S, S::mn_major_a> (
      &task.a, task.of_a, p.col, task.of_a.ranks << p.row);
  struct engine_part b = engine_part_of<S, S::mn_major_b> (
      &task.b, task.of_b, p.row, task.of_b.ranks << p.col * task.cluster_rows);
  const bool elected = async_elected ();
  struct stage_turn ring = { 0, 1 };
  int fresh = task.stages; /* stages that have not been used yet */
  struct stream_k_walk walk = engine_walk (task, p);

  b.to += S::a_bytes;
  /* The blocks before this one load all columns (engine_lines_of_block). */
  if (which == ENGINE_ONLY_B && b.first >= engine_cols<S> (task))
    return;
  for (; walk.part.tile >= 0; stream_k_next (&task.tiles, &walk)) {
    const struct engine_tile tile = engine_tile_at<S> (task, p, walk.part.tile);

    engine_load_tile<S, which> (task, a, b, tile, walk.part, nonzero, elected,
                                at, ring, fresh);
  }
  if (fresh >= 0)
    engine_await_barriers<which> (fresh);
  /* Consumers of other blocks still signal this block that stages are empty: it
   * must not exit before.  B's warp may end. */
  if (which == ENGINE_ONLY_A)
#pragma unroll 1
    for (int s = 0; s < task.stages; s++) {
      mbarrier_wait_at (at.empty + ring.stage * 8, ring.phase);
      stage_next (ring, task.stages);
    }
}

/* The producer: one warp, whose loads in a cluster would take longer than the
 * wgmmas of small tiles, as each waits until the one before has read its
 * registers: there two warps load an operand each.  An mbarrier counts all
 * bytes, in any order. */
template <typename S>
static __device__ __forceinline__ void
engine_produce (const struct engine_task &task, const struct engine_position &p,
                const struct engine_addresses &at, unsigned nonzero, int warp)
{
  /* A batch has no clusters. */
  const bool several = !S::batched && task.cluster_rows * task.cluster_cols > 1;

  if (__builtin_expect (!several, 1)) {
    if (warp == 0)
      engine_produce_operands<S, ENGINE_BOTH> (task, p, at, nonzero);
  } else if (warp == 0) {
    engine_produce_operands<S, ENGINE_ONLY_A> (task, p, at, nonzero);
  } else if (warp == 1) {
    engine_produce_operands<S, ENGINE_ONLY_B> (task, p, at, nonzero);
  }
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_LOAD_CUH */
