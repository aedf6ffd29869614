/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How a consumer of the engine, a warpgroup, multiplies: a wgmma after the
 * other on stages that are full, which are empty again a step later.
 */
#ifndef MATMUL_ENGINE_MULTIPLY_CUH
#define MATMUL_ENGINE_MULTIPLY_CUH

#include "cuda/cluster.cuh"
#include "engine-place.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* How a consumer tells all blocks that load into this one's stages that it is
 * through with one: a thread for each of them. */
struct engine_teller {
  uint32_t there; /* that block's first barrier; 0: none */
};

static __device__ __forceinline__ struct engine_teller
engine_teller_of (const struct engine_task &task, const struct engine_place &p,
                  uint64_t *empty)
{
  const int t = threadIdx.x % 128;
  const int others = t - task.cluster_cols;

  if (t < task.cluster_cols)
    return { cluster_there (empty, p.row + t * task.cluster_rows) };
  if (others < task.cluster_rows - 1)
    return { cluster_there (empty, p.col * task.cluster_rows + others
                                       + (others >= p.row ? 1 : 0)) };
  return { 0 };
}

/* Ping-pong: consumers multiply in turns.  One begins when the other has seen
 * its last stage full, and has wgmmas in flight: until then a barrier's parity
 * would not tell this consumer's stages from earlier ones of the other. */
static __device__ __forceinline__ void
engine_await_turn (int consumer)
{
  asm volatile("bar.sync %0, 256;" : : "r"(4 + consumer) : "memory");
}

static __device__ __forceinline__ void
engine_give_turn (int consumer)
{
  asm volatile("bar.arrive %0, 256;" : : "r"(5 - consumer) : "memory");
}

static __device__ __forceinline__ void
engine_free_stage (const struct engine_teller &teller, int stage)
{
  if (teller.there != 0)
    cluster_arrive (teller.there + stage * sizeof (uint64_t));
}

/* Four registers of A for each of a stage's four wgmmas, from boxes of 32 rows
 * of 32 steps: word m of step k is at 16-byte vector (m / 4) ^ (k & 7) of the
 * step's 128 bytes. */
template <typename S>
static __device__ __forceinline__ void
engine_fetch (uint32_t a_at, uint32_t (&a)[4][4])
{
  const int lane = threadIdx.x % 32;

#pragma unroll
  for (int half = 0; half < 2; half++) {
    const int row = engine_row<S> (half), m = row % 32;
    const uint32_t box = a_at + row / 32 * 4096 + m % 4 * 4;

#pragma unroll
    for (int i = 0; i < 8; i++) {
      const int k = i * 4 + lane % 4;

      asm volatile("ld.shared.b32 %0, [%1];"
                   : "=r"(a[i / 2][i % 2 * 2 + half])
                   : "r"(box + k * 128 + ((m / 4) ^ (k & 7)) * 16));
    }
  }
}

/* A step with A in registers.  While its wgmmas run, the next step's A is
 * fetched, unless this is the last. */
template <typename S>
static __device__ __forceinline__ void
engine_step_from_registers (int k, bool last, int stages, int place,
                            uint32_t memory, uint64_t *full, int giver,
                            const struct engine_teller &teller,
                            struct engine_ring &ring, uint32_t (&a)[4][4],
                            uint32_t (&next)[4][4],
                            uint32_t (&sums)[S::high][S::cols / 2])
{
  const int now = ring.stage;
  const uint64_t b = wgmma_descriptor (memory + now * S::stage + S::a_bytes);

  wgmma_fence ();
#pragma unroll
  for (int i = 0; i < 4; i++)
    wgmma_tf32<S::cols> (sums[0], a[i], b + wgmma_further (i * 32), k + i);
  wgmma_commit ();
  engine_next (ring, stages);
  if (!last) {
    mbarrier_wait (&full[ring.stage], ring.phase);
    engine_fetch<S> (memory + ring.stage * S::stage + place * S::box, next);
  } else if (S::ping_pong && giver >= 0) {
    engine_give_turn (giver);
  }
  wgmma_wait<0> ();
  engine_free_stage (teller, now);
}

/* As engine_multiply, with A from registers: two sets of them, so that it is
 * fetched while the step before is multiplied. */
template <typename S>
static __device__ __forceinline__ void
engine_multiply_from_registers (int steps, int stages, int place,
                                uint32_t memory, uint64_t *full, int giver,
                                const struct engine_teller &teller,
                                struct engine_ring &ring,
                                uint32_t (&sums)[S::high][S::cols / 2])
{
  static_assert (S::high == 1, "two sets of registers");
  uint32_t even[4][4], odd[4][4];

  if (steps == 0)
    return;
  mbarrier_wait (&full[ring.stage], ring.phase);
  engine_fetch<S> (memory + ring.stage * S::stage + place * S::box, even);
  for (int k = 0; k < steps; k += 2) {
    engine_step_from_registers<S> (k, k + 1 == steps, stages, place, memory,
                                   full, giver, teller, ring, even, odd, sums);
    if (k + 1 < steps)
      engine_step_from_registers<S> (k + 1, k + 2 == steps, stages, place,
                                     memory, full, giver, teller, ring, odd,
                                     even, sums);
  }
}

/* A consumer's sums of one tile.  giver: the consumer, if the other one's turn
 * is next; else -1. */
template <typename S>
static __device__ __forceinline__ void
engine_multiply (const struct engine_task &task, int steps, int place,
                 uint32_t memory, uint64_t *full, int giver,
                 const struct engine_teller &teller, struct engine_ring &ring,
                 uint32_t (&sums)[S::high][S::cols / 2])
{
  int before = 0;

  for (int k = 0; k < steps; k++) {
    const uint32_t at = memory + ring.stage * S::stage;
    const uint64_t a = wgmma_descriptor (at + place * S::high * S::box);
    const uint64_t b = wgmma_descriptor (at + S::a_bytes);

    mbarrier_wait (&full[ring.stage], ring.phase);
    wgmma_fence ();
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
      for (int h = 0; h < S::high; h++)
        wgmma<S::type, S::cols, S::across_a, S::across_b> (
            sums[h],
            a + wgmma_further (h * S::box + i * (S::across_a ? 2048 : 32)),
            b + wgmma_further (i * (S::across_b ? 2048 : 32)), k + i);
    wgmma_commit ();
    wgmma_wait<1> ();
    if (k > 0)
      engine_free_stage (teller, before);
    before = ring.stage;
    engine_next (ring, task.stages);
  }
  if (S::ping_pong && giver >= 0)
    engine_give_turn (giver);
  wgmma_wait<0> ();
  if (steps > 0)
    engine_free_stage (teller, before);
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_MULTIPLY_CUH */
