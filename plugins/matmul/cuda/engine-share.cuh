/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Adds up the sums of clusters that share a tile, each a part of the inner
 * dimension (stream-k.h): through the workspace, each consumer its own rows.
 */
#ifndef MATMUL_ENGINE_SHARE_CUH
#define MATMUL_ENGINE_SHARE_CUH

#include "cuda/flag.cuh"
#include "engine-store.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* The partial sums of a consumer of this block, or of the same one of another
 * cluster. */
struct engine_partial {
  uint4 *sums; /* this thread's, 4 at a time; the stride is the threads of the
                  consumer */
  unsigned *left;
};

template <typename S>
static __device__ __forceinline__ struct engine_partial
engine_partial_of (const struct engine_task &task,
                   const struct engine_position &p, int cluster, int place)
{
  const int size = task.cluster_rows * task.cluster_cols;
  const int64_t n
      = (int64_t)(cluster * size + p.col * task.cluster_rows + p.row)
            * S::of_tile
        + place;

  return { (uint4 *)task.partials + n * (S::high * S::cols / 8 * 128)
               + threadIdx.x % 128,
           task.left + n };
}

/* How many of a thread's groups of four sums, of each 64 rows, are inside. */
static __device__ __forceinline__ int
engine_count_inside (const struct engine_task &task,
                     const struct engine_tile &tile)
{
  return (task.cols - tile.col + 7) / 8;
}

template <typename S>
static __device__ __forceinline__ void
engine_store_partial (const struct engine_task &task,
                      const struct engine_position &p,
                      const struct engine_tile &tile, int consumer, int place,
                      const uint32_t (&sums)[S::high][S::cols / 2])
{
  const struct engine_partial to
      = engine_partial_of<S> (task, p, p.cluster, place);
  const int inside = engine_count_inside (task, tile);

#pragma unroll
  for (int i = 0; i < S::high * S::cols / 8; i++) {
    if (i % (S::cols / 8) >= inside)
      continue;
    const uint32_t *const s = &sums[i * 8 / S::cols][i * 4 % (S::cols / 2)];

    to.sums[i * 128] = make_uint4 (s[0], s[1], s[2], s[3]);
  }
  engine_sync_consumer (consumer);
  if (threadIdx.x % 128 == 0)
    flag_raise (to.left);
}

template <typename S>
static __device__ __forceinline__ void
engine_add (uint32_t &sum, uint32_t part)
{
  if (S::integers)
    sum += part;
  else
    sum = __float_as_uint (__uint_as_float (sum) + __uint_as_float (part));
}

/* Adds partial sums.  Eight loads are in flight at a time: one after another
 * would take the latency each time, and for more there are no registers. */
template <typename S>
static __device__ __forceinline__ void
engine_add_all (const uint4 *from, int inside, int consumer,
                uint32_t (&sums)[S::high][S::cols / 2])
{
  const int all = S::high * S::cols / 8;
  const int together = all % 8 == 0 ? 8 : all % 4 == 0 ? 4 : 2;

#pragma unroll
  for (int first = 0; first < all; first += together) {
    uint4 part[together];

#pragma unroll
    for (int i = 0; i < together; i++)
      part[i] = (first + i) % (S::cols / 8) < inside
                    ? __ldcg (&from[(first + i) * 128])
                    : uint4{};
#pragma unroll
    for (int i = 0; i < together; i++) {
      uint32_t *const s
          = &sums[(first + i) * 8 / S::cols][(first + i) * 4 % (S::cols / 2)];

      engine_add<S> (s[0], part[i].x);
      engine_add<S> (s[1], part[i].y);
      engine_add<S> (s[2], part[i].z);
      engine_add<S> (s[3], part[i].w);
    }
    /* Without this barrier ptxas starts the next loads, too, and spills
     * registers of the loops: it moves no loads over a barrier. */
    engine_sync_consumer (consumer);
  }
}

/* Adds the partial sums of the n-th tile, whose end this cluster has.  The
 * order is fixed, whichever finishes first: results do not differ between
 * launches. */
template <typename S>
static __device__ __forceinline__ void
engine_add_partials (const struct engine_task &task,
                     const struct engine_position &p, int n,
                     const struct engine_tile &tile, int consumer, int place,
                     uint32_t (&sums)[S::high][S::cols / 2])
{
  const int inside = engine_count_inside (task, tile);
  int cluster = p.cluster;

  do {
    struct engine_partial from;

    from = engine_partial_of<S> (task, p, --cluster, place);
    if (threadIdx.x % 128 == 0)
      flag_wait_and_clear (from.left);
    engine_sync_consumer (consumer);
    engine_add_all<S> (from.sums, inside, consumer, sums);
  } while (task.tile_runs[cluster].first == n
           && task.tile_runs[cluster].begin > 0);
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_SHARE_CUH */
