/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The engine on Hopper's tensor cores (sm_90a), as a kernel.
 *
 * - wgmma multiplies from shared memory, where TMA stores tiles of 128 bytes
 *   along the inner dimension, swizzled against bank conflicts.
 * - Warps are specialised: a producer warpgroup loads, and the consumers, the
 *   other warpgroups, each multiply their rows of the tile.  (In a cluster the
 *   producer is two warps, one for each operand.)  They synchronise
 *   by mbarriers only: a stage of the pipeline is full, or empty again.  The
 *   producer gives its registers to the consumers, whose sums are up to 128
 *   registers a thread.
 * - Blocks are persistent: while consumers store a tile, the stages fill with
 *   the next.  Stores go through shared memory and TMA; a consumer waits for a
 *   store only when it needs the buffer again.
 * - Consumers share a tile (cooperative) or, ping-pong, alternate tiles: while
 *   one stores, the other multiplies.
 * - The blocks of a cluster that have the same rows, or columns, of C load
 *   parts of the shared operand, and multicast them.
 * - Or the blocks of a cluster share the inner dimension of a tile, and add up
 *   in each other's shared memory (engine-cluster.cuh).
 * - Tiles of groups of rows are those of all groups, one behind the other, by a
 *   table of their rows (engine-groups.h).
 * - Tiles are numbered in bands, so that those computed at the same time share
 *   most of their rows and columns in L2.
 * - Code, tensor maps and operands come from memory in a short launch: the code
 *   before the first load is short, and later code is fetched meanwhile.
 *
 * Sources: V. Thakkar et al., CUTLASS (2017-), for the names warp-specialised,
 * cooperative and ping-pong; P. Shah, "Outperforming cuBLAS on H100" (2024),
 * which explains such kernels step by step.
 *
 * Names: rows and columns are C's, inner is the dimension that is summed over.
 */
#ifndef MATMUL_ENGINE_CUH
#define MATMUL_ENGINE_CUH

#include "cuda/pdl.cuh"
#include "engine-cluster.cuh"
#include "engine-fitted.cuh"
#include "engine-floats.cuh"
#include "engine-load.cuh"
#include "engine-moved.cuh"
#include "engine-multiply.cuh"
#include "engine-share.cuh"
#include "engine-split.cuh"
#include "engine-touch.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* The epilogue of a part.  last: this block computes no other; active: false in
 * the run that only warms the instruction cache (engine_consume); place: the
 * consumer's in the tile; phase: of the arrival of old values of C. */
template <typename S>
static __device__ __forceinline__ void
engine_finish (const struct engine_task &task, const struct engine_position &p,
               const struct stream_k_part &part, const struct engine_tile &tile,
               bool last, bool active, int consumer, int place,
               unsigned char *memory, uint64_t *arrived,
               struct engine_buffers &buffers, uint32_t phase,
               uint32_t (&sums)[S::high][S::cols / 2])
{
  const bool all = last && task.last_in_stages;

  if constexpr (S::splits)
    if (engine_rarely (task.splits_log2 > 0)) {
      engine_finish_part<S> (task, p, tile, place, memory, arrived, active,
                             sums);
      return;
    }
  if constexpr (!S::fitted) {
    if (engine_rarely (part.end < task.tiles.steps)) {
      engine_store_partial<S> (task, p, tile, consumer, place, sums);
      return;
    }
    if (engine_rarely (part.first > 0))
      engine_add_partials<S> (task, p, part.tile, tile, consumer, place, sums);
  }
  if constexpr (S::narrow) {
    engine_store_narrow<S> (task, tile, place, active, sums);
  } else {
    /* All stages have been multiplied, and no load is in flight.  A single
     * consumer warms a fitted tile's epilogue. */
    if (all && (active || !S::fitted) && !S::ping_pong)
      engine_sync_all<S> ();
    if constexpr (S::fitted)
      engine_store_fitted<S> (task, consumer, place, buffers, all, active, tile,
                              sums);
    else
      engine_store<S> (task, consumer, place, buffers, all, active, tile, phase,
                       sums);
  }
}

/* Ping-pong: the next part belongs to the other consumer. */
template <typename S>
static __device__ __forceinline__ void
engine_skip_part (const struct engine_task &task, struct stream_k_walk &walk,
                  struct stage_turn &ring)
{
  const int stage = ring.stage + walk.part.end - walk.part.first;

  if (walk.part.tile < 0)
    return;
  ring.phase ^= stage / task.stages & 1;
  ring.stage = stage % task.stages;
  stream_k_next (&task.tiles, &walk);
}

/* While the first operands are in flight, a consumer warms the instruction
 * cache, and that of parameters: it runs the epilogue's code with nothing to
 * store.  Without that bf16 takes up to 5 % longer (640^3, H200).
 *
 * A fitted tile's code is longer: where each consumer ran through all of it,
 * they were ready 900 cycles after the first operands (bf16, 1536^3).  There
 * the last consumer warms the epilogue, while another fetches the code that
 * multiplies. */
template <typename S>
static __device__ __forceinline__ void
engine_consume (const struct engine_task &task, const struct engine_position &p,
                int consumer, unsigned char *memory, uint64_t *full,
                uint64_t *empty, uint64_t *arrived, unsigned nonzero)
{
  const int place = S::ping_pong ? 0 : consumer; /* in a tile */
  const struct engine_empty_signal signal
      = engine_find_empty_signal (task, p, empty);
  struct stream_k_walk walk = engine_walk (task, p);
  struct stage_turn ring = { 0, 0 };
  struct engine_buffers buffers
      = { memory + place * S::boxes * S::box,
          memory + task.stages * engine_stage<S> (task)
              + consumer * S::buffers * S::box,
          0 };
  struct stream_k_part part = { 0, 0, task.tiles.steps };

  /* Wide tiles have no registers to spare, and their launches are not short.
   * Floats' digits have a longer epilogue; the gain was not measured
   * separately. */
  const bool warm_icache = S::factors != ENGINE_FLOATS
                           && (S::high * S::cols <= 128 || S::element_c == 2)
                           && (!S::fitted || consumer == S::consumers - 1);

  if (!warm_icache) {
    if (S::ping_pong && consumer > 0)
      engine_skip_part<S> (task, walk, ring);
    part = walk.part;
    stream_k_next (&task.tiles, &walk);
  }
  bool waits = consumer > 0; /* ping-pong: for the other consumer */
  uint32_t old_phase = 0;

  for (bool active = !warm_icache; !active || part.tile >= 0; active = true) {
    const struct engine_tile tile = engine_tile_at<S> (task, p, part.tile);
    const int steps = active ? part.end - part.first : 0;
    const bool last = !active || walk.part.tile < 0;
    const int giver = active && walk.part.tile >= 0 ? consumer : -1;
    uint32_t sums[S::high][S::cols / 2];

    float2 bias = { 0, 0 };

    if constexpr (S::updated)
      if (active) {
        engine_load_old<S> (task, consumer, place, buffers.some, tile);
        bias = engine_load_bias<S> (task, tile);
      }
    if (S::ping_pong && active && waits)
      turn_await (ENGINE_TURNS, consumer);
    if constexpr (S::from_registers)
      engine_multiply_from_registers<S> (steps, task.stages, consumer,
                                         async_shared (memory), full, signal,
                                         ring, sums);
    else if constexpr (S::factors == ENGINE_INTEGERS)
      engine_multiply_integers<S> (task, part, active ? nonzero : 0, place,
                                   async_shared (memory), full, signal, ring,
                                   sums);
    else if constexpr (S::factors == ENGINE_FLOATS)
      engine_multiply_floats<S> (task, tile, part, active ? nonzero : 0,
                                 consumer, place, async_shared (memory), full,
                                 signal, ring, sums);
    else if constexpr (S::moved)
      engine_multiply_moved<S> (task, tile, part.first, steps, consumer, place,
                                async_shared (memory), full, signal, ring,
                                sums);
    else if constexpr (S::fitted) {
      if (active)
        engine_multiply_fitted<S> (task, steps, place, async_shared (memory),
                                   full, giver, signal, ring, sums);
    } else
      engine_multiply<S> (task, steps, false, place, async_shared (memory),
                          full, giver, signal, ring, sums);
    waits |= active;
    if constexpr (S::updated)
      engine_put_bias<S> (consumer, bias);
    if constexpr (S::bytes && !S::integers && !S::scaled)
      if (engine_rarely (task.row_scale != NULL))
        engine_scale_sums<S> (task, sums);
    engine_finish<S> (task, p, part, tile, last, active, consumer, place,
                      memory, arrived, buffers, old_phase, sums);
    old_phase ^= S::updated && active;
    if (S::ping_pong && (active || consumer > 0))
      engine_skip_part<S> (task, walk, ring);
    part = walk.part;
    if (part.tile >= 0)
      stream_k_next (&task.tiles, &walk);
  }
  if (threadIdx.x % 128 == 0)
    async_drain<0> ();
}

/* Initialises mbarriers of so many arrivals, by one thread: several lanes would
 * be serialised too, and each be slower.  n is a constant: in a loop each takes
 * 75 cycles, and 5 in a row. */
static __device__ __forceinline__ void
engine_init (uint64_t *barriers, int n, int arrivals)
{
  if (async_elected ()) {
#pragma unroll
    for (int i = 0; i < n; i++)
      mbarrier_init_one (barriers + i, (uint32_t)arrivals);
    mbarrier_init_done ();
  }
  __syncwarp ();
}

/* In a cluster no block may load before all have initialised their mbarriers:
 * each warp signals that before it prefetches.  Where it did so behind that,
 * bf16 1536^3 by tiles of 128 x 144 in 2 x 1 took 16.0 us in place of 15.3
 * (H200). */
static __device__ __forceinline__ void
engine_signal_cluster (const struct engine_task &task)
{
  if (task.cluster_rows * task.cluster_cols > 1)
    cluster_arrive ();
}

/* Waits until the mbarriers are initialised, in all blocks of the cluster.
 * Without a cluster the producer does not wait. */
template <typename S>
static __device__ __forceinline__ void
engine_wait_for_barriers (const struct engine_task &task, int warp)
{
  if (task.cluster_rows * task.cluster_cols > 1)
    cluster_wait ();
  else if (warp == 0)
    asm volatile("bar.arrive 0, %0;" : : "n"(S::threads) : "memory");
  else
    asm volatile("bar.sync 0, %0;" : : "n"(S::threads) : "memory");
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

template <typename S>
__global__ void
__launch_bounds__ (S::threads, 1)
    engine_matmul (const __grid_constant__ typename S::task task)
{
#if defined __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__ (1024) unsigned char memory[];
  __shared__ uint64_t full[engine_most_stages], empty[engine_most_stages];
  __shared__ uint64_t arrived; /* other blocks' sums */
  /* The shuffle shows the compiler that it is uniform in a warp. */
  const int warp = __shfl_sync (~0U, threadIdx.x / 32, 0), group = warp / 4;
  struct engine_position p;
  unsigned nonzero = 0;

  /* At first the producer does not wait for empty stages, so that another warp
   * may initialise those mbarriers.  No branch here is on threadIdx.x: behind
   * that the compiler no longer sees that a load's coordinates are uniform, and
   * each load takes three times as long. */
  if (warp == 0)
    engine_init (full, engine_most_stages, 1);
  else if (warp == 1) {
    engine_init (empty, engine_most_stages,
                 S::of_tile * (task.cluster_rows + task.cluster_cols - 1));
    if constexpr (S::updated)
      engine_init (engine_old_arrived<S> (), S::consumers, 1);
    engine_signal_barriers ();
    if (S::splits && engine_rarely (task.splits_log2 > 0))
      engine_init (&arrived, 1, 1);
  } else if (warp == 2 && async_elected ()) {
    async_prefetch_map (&task.a);
    async_prefetch_map (&task.b);
  }
  engine_signal_cluster (task);
  p = engine_find_position (task);
  if (group > 0 && !S::split && !S::batched && !S::grouped)
    engine_touch_first<S> (task, p);
  engine_wait_for_barriers<S> (task, warp);
  pdl_wait ();
  if constexpr (S::split) {
    nonzero = engine_nonzero_planes<S> (task);
    if (engine_rarely ((nonzero & 1U << split_unsplittable) != 0))
      return;
  }
  /* The producer's code comes first: until it runs, all others wait. */
  if (__builtin_expect (group == 0, 1)) {
    if constexpr (S::consumers == 2)
      asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    engine_produce<S> (
        task, p,
        { async_shared (memory), async_shared (full), async_shared (empty) },
        nonzero, warp);
  } else {
    if constexpr (S::consumers == 2)
      asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    engine_consume<S> (task, p, group - 1, memory, full, empty, &arrived,
                       nonzero);
  }
#else
  (void)task;
#endif
}

#endif /* MATMUL_ENGINE_CUH */
