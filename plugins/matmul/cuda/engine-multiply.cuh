/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The engine's consumer, a warpgroup: it issues one wgmma after another on full
 * stages, and releases each a step later.
 */
#ifndef MATMUL_ENGINE_MULTIPLY_CUH
#define MATMUL_ENGINE_MULTIPLY_CUH

#include "cuda/cluster.cuh"
#include "cuda/mma.cuh"
#include "cuda/turns.cuh"
#include "engine-digits.cuh"
#include "engine-position.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* How a consumer signals all blocks that may load into its stages that it
 * has finished one: one thread for each block. */
struct engine_empty_signal {
  uint32_t there; /* that block's first mbarrier; 0: none */
};

static __device__ __forceinline__ struct engine_empty_signal
engine_find_empty_signal (const struct engine_task &task,
                          const struct engine_position &p, uint64_t *empty)
{
  const int t = threadIdx.x % 128;
  const int others = t - task.cluster_cols;

  if (t < task.cluster_cols)
    return { cluster_map_barrier (empty,
                                  p.part + p.row + t * task.cluster_rows) };
  if (others < task.cluster_rows - 1)
    return { cluster_map_barrier (empty, p.col * task.cluster_rows + others
                                             + (others >= p.row ? 1 : 0)) };
  return { 0 };
}

/* Ping-pong: consumers multiply alternately.  One begins when the other has
 * seen its last stage full, and has wgmmas in flight: before that, an
 * mbarrier's parity would not distinguish this consumer's stages from the
 * other's earlier ones.  Named barriers 4 and 5 signal a consumer's turn. */
enum { ENGINE_TURNS = 4 };

static __device__ __forceinline__ void
engine_free_stage (const struct engine_empty_signal &signal, int stage)
{
  if (signal.there != 0)
    cluster_arrive (signal.there + stage * sizeof (uint64_t));
}

/* Loads A of half a step, registers for two of its wgmmas: wgmma `first` and
 * the next.
 *
 * k is an index along the inner dimension.  Bytes are in a box of 128 k by 64
 * rows of A: the 64 bytes of a k are 4 vectors of 16, vector v at v ^ (k / 2 &
 * 3).  ldmatrix reads a warp's 16 rows, as matrices of 8 k, and gives each
 * thread 2 rows of 2 k; from two such reads the thread's 4 k of each row are
 * picked.  So that the k of a matrix hit all banks, two of every four threads
 * read theirs in reverse order. */
static __device__ __forceinline__ void
engine_fetch_bytes (uint32_t a_at, int first, uint32_t (&a)[2][4])
{
  const int lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32;
  /* The step whose vector this lane gives the address of. */
  const int of = lane % 8 / 2; /* lane % 4 of the lanes that receive it */
  const int k
      = lane / 16 * 16 + of * 4 + (lane / 8 % 2 ^ of / 2) * 2 + lane % 2;
  const uint32_t from = a_at + k * 64 + ((warp ^ (k / 2 & 3)) << 4);
  const bool swapped = lane % 4 / 2;
  const uint32_t low = swapped ? 0x2064 : 0x6420, high = low + 0x1111;

#pragma unroll
  for (int i = 0; i < 2; i++) {
    uint32_t m[4];

    mma_load_transposed (m, from + (first + i) * 2048);
    a[i][0] = __byte_perm (m[0], m[1], low);
    a[i][1] = __byte_perm (m[0], m[1], high);
    a[i][2] = __byte_perm (m[2], m[3], low);
    a[i][3] = __byte_perm (m[2], m[3], high);
  }
}

/* TF32 is in boxes of 32 k by 32 rows of A: the word of k and row m is in
 * 16-byte vector (m / 4) ^ (k & 7) of k's 128 bytes. */
template <typename S>
static __device__ __forceinline__ void
engine_fetch_words (uint32_t a_at, int first, uint32_t (&a)[2][4])
{
  const int lane = threadIdx.x % 32;

#pragma unroll
  for (int half = 0; half < 2; half++) {
    const int row = engine_row<S> (half), m = row % 32;
    const uint32_t box = a_at + row / 32 * 4096 + m % 4 * 4;

#pragma unroll
    for (int i = 0; i < 4; i++) {
      const int k = (first * 2 + i) * 4 + lane % 4;

      asm volatile("ld.shared.b32 %0, [%1];"
                   : "=r"(a[i / 2][i % 2 * 2 + half])
                   : "r"(box + k * 128 + ((m / 4) ^ (k & 7)) * 16));
    }
  }
}

template <typename S>
static __device__ __forceinline__ void
engine_fetch (uint32_t a_at, int first, uint32_t (&a)[2][4])
{
  if constexpr (S::type == WGMMA_TF32)
    engine_fetch_words<S> (a_at, first, a);
  else
    engine_fetch_bytes (a_at, first, a);
}

/* Issues the two wgmmas of half a step. */
template <typename S>
static __device__ __forceinline__ void
engine_begin_half (uint32_t b_at, int k, int first, const uint32_t (&a)[2][4],
                   uint32_t (&sums)[S::high][S::cols / 2])
{
  const uint64_t b = wgmma_descriptor (b_at);

  wgmma_fence ();
#pragma unroll
  for (int i = 0; i < 2; i++)
    wgmma_of_registers<S::type, S::cols> (
        sums[0], a[i], b + wgmma_further ((first + i) * 32), k + first + i);
  wgmma_commit ();
}

/* Like engine_multiply, with A from registers.  While one half of a step is
 * multiplied, A of the other half is read: each consumer has wgmmas in flight
 * nearly always, and when it has none, the other one has. */
template <typename S>
static __device__ __forceinline__ void
engine_multiply_from_registers (int steps, int stages, int consumer,
                                uint32_t memory, uint64_t *full,
                                const struct engine_empty_signal &signal,
                                struct stage_turn &ring,
                                uint32_t (&sums)[S::high][S::cols / 2])
{
  static_assert (S::high == 1 && !S::ping_pong, "wide tiles for two consumers");
  const uint32_t a_at = memory + consumer * S::box;
  uint32_t one[2][4], other[2][4];
  int before = 0;

  if (steps > 0) {
    mbarrier_wait (&full[ring.stage], ring.phase);
    engine_fetch<S> (a_at + ring.stage * S::stage, 0, one);
  }
  for (int k = 0; k < steps; k++) {
    const uint32_t stage = ring.stage * S::stage;
    const uint32_t b_at = memory + stage + S::a_bytes;

    engine_begin_half<S> (b_at, k, 0, one, sums);
    wgmma_wait<1> ();
    if (k > 0)
      engine_free_stage (signal, before);
    engine_fetch<S> (a_at + stage, 2, other);
    engine_begin_half<S> (b_at, k, 2, other, sums);
    wgmma_wait<1> ();
    before = ring.stage;
    stage_next (ring, stages);
    if (k + 1 < steps) {
      mbarrier_wait (&full[ring.stage], ring.phase);
      engine_fetch<S> (a_at + ring.stage * S::stage, 0, one);
    }
  }
  wgmma_wait<0> ();
  if (steps > 0)
    engine_free_stage (signal, before);
}

/* Multiplies steps of a tile into a consumer's sums, those of the first
 * columns. giver: this consumer, if the other one multiplies next; else -1. */
template <typename S, int cols = S::cols>
static __device__ __forceinline__ void
engine_multiply (const struct engine_task &task, int steps, bool further,
                 int place, uint32_t memory, uint64_t *full, int giver,
                 const struct engine_empty_signal &signal,
                 struct stage_turn &ring,
                 uint32_t (&sums)[S::high][S::cols / 2])
{
  int before = 0;

  for (int k = 0; k < steps; k++) {
    const uint32_t at = memory + ring.stage * engine_stage<S> (task);
    const uint64_t a = wgmma_descriptor (at + place * S::high * S::box);
    const uint64_t b = wgmma_descriptor (at + S::a_bytes);

    mbarrier_wait (&full[ring.stage], ring.phase);
    wgmma_fence ();
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
      for (int h = 0; h < S::high; h++)
        wgmma_multiply<S::type, cols, S::mn_major_a, S::mn_major_b> (
            reinterpret_cast<uint32_t (&)[cols / 2]> (sums[h]),
            a + wgmma_further (h * S::box + i * (S::mn_major_a ? 2048 : 32)),
            b + wgmma_further (i * (S::mn_major_b ? 2048 : 32)),
            further | k | i);
    wgmma_commit ();
    wgmma_wait<1> ();
    if (k > 0)
      engine_free_stage (signal, before);
    before = ring.stage;
    stage_next (ring, task.stages);
  }
  if (S::ping_pong && giver >= 0)
    turn_pass (ENGINE_TURNS, giver);
  wgmma_wait<0> ();
  if (steps > 0)
    engine_free_stage (signal, before);
}

template <typename S, typename T>
static __device__ __forceinline__ void
engine_clear (T (&sums)[S::high][S::cols / 2])
{
#pragma unroll
  for (int h = 0; h < S::high; h++)
#pragma unroll
    for (int i = 0; i < S::cols / 2; i++)
      sums[h][i] = 0;
}

/* Like engine_multiply, for integers' digits: the products of each sum of
 * places, from the highest down; in between, the sums are shifted left. */
template <typename S>
static __device__ __forceinline__ void
engine_multiply_integers (const struct engine_task &task,
                          const struct stream_k_part &part, unsigned nonzero,
                          int place, uint32_t memory, uint64_t *full,
                          const struct engine_empty_signal &signal,
                          struct stage_turn &ring,
                          uint32_t (&sums)[S::high][S::cols / 2])
{
  engine_clear<S> (sums);
#pragma unroll 1
  for (int sum = task.digits.top; sum >= 0; sum--) {
    const int steps
        = engine_steps_of_sum (task, task.digits, part, sum, nonzero);

#pragma unroll
    for (int h = 0; h < S::high; h++)
#pragma unroll
      for (int i = 0; i < S::cols / 2; i++)
        sums[h][i] <<= 8;
    engine_multiply<S> (task, steps, true, place, memory, full, -1, signal,
                        ring, sums);
  }
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_MULTIPLY_CUH */
