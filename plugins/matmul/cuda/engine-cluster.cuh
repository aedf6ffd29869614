/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The engine's split-K: a cluster's blocks each multiply a part of a tile's
 * inner dimension, add up their sums (cluster-sum.cuh), and each stores its
 * share of the tile.
 *
 * A four is what a thread has of 64 rows and a group of 8 columns: two
 * neighbours of each of two rows.  A block's share is some neighbouring groups
 * of those that are inside of C.  A four is added by the thread that has the
 * sender's place in the receiving block: so a thread finds its own block's four
 * in what it stored itself, without a barrier.
 *
 * Registers can't be indexed: so a thread stores its fours to shared memory,
 * which is an instruction for each, and sends them in a loop, beginning with
 * those of its own block and then of the next one, so that all blocks receive
 * at the same time.  Both are in the stages' memory, when all stages have been
 * multiplied: in this mode a block computes a single tile.
 *
 * Shares are stored by the threads: they are narrower than TMA's boxes.
 */
#ifndef MATMUL_ENGINE_CLUSTER_CUH
#define MATMUL_ENGINE_CLUSTER_CUH

#include <type_traits>

#include "cluster-sum.cuh"
#include "engine-parts.h"
#include "engine-store.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* A thread's place: of the groups of 64 rows, the consumer's first; and
 * addresses in shared memory. */
struct engine_summand {
  struct cluster_sum sum;
  struct engine_groups groups;
  int high, thread;
  uint32_t staged; /* this thread's first four */
};

template <typename S>
using engine_sum = std::conditional_t<S::integers, uint32_t, float>;

template <typename S>
static __device__ __forceinline__ struct engine_summand
engine_summand_of (const struct engine_task &task,
                   const struct engine_position &p,
                   const struct engine_tile &tile, int place, uint32_t memory,
                   uint64_t *arrived)
{
  const struct engine_groups groups
      = engine_groups_of (task.cols - tile.col, S::cols, task.splits_log2);
  const int fours = S::rows / 64 * engine_group_fours;
  const int thread = threadIdx.x % 128, high = place * S::high;

  return { { memory + fours * (S::cols / 8) * 16, arrived, p.part,
             task.splits_log2, fours * groups.each },
           groups,
           high,
           thread,
           memory + high * (S::cols / 8) * engine_group_bytes + thread * 16 };
}

template <typename S>
static __device__ __forceinline__ void
engine_stage_sums (const struct engine_summand &s, bool active,
                   const uint32_t (&sums)[S::high][S::cols / 2])
{
#pragma unroll
  for (int i = 0; i < S::high * S::cols / 8; i++) {
    const uint32_t *const v = &sums[i * 8 / S::cols][i * 4 % (S::cols / 2)];

    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %5, 0;\n"
                 "@p st.shared.v4.b32 [%0], {%1, %2, %3, %4};\n"
                 "}"
                 :
                 : "r"(s.staged + i * engine_group_bytes), "r"(v[0]), "r"(v[1]),
                   "r"(v[2]), "r"(v[3]), "r"((uint32_t)active)
                 : "memory");
  }
}

/* Sends the fours of 64 rows that are staged from there on.  If not active, it
 * runs once through the code. */
static __device__ __forceinline__ void
engine_send_sums (const struct engine_summand &s, int h, uint32_t staged,
                  bool active)
{
  const int parts = 1 << s.sum.parts_log2;

#pragma unroll 1
  for (int i = 0; i < (active ? parts : 1); i++) {
    const int to = (s.sum.own + i) & (parts - 1);
    const int n = active ? engine_groups_in_share (&s.groups, to) : 1;

#pragma unroll 1
    for (int k = 0; k < n; k++) {
      uint32_t v[4];

      cluster_sum_read (staged + (to * s.groups.each + k) * engine_group_bytes,
                        active, v);
      cluster_sum_send (s.sum, to,
                        engine_four (&s.groups, s.high + h, k, s.thread), v,
                        active);
    }
  }
}

/* Adds and stores this block's fours of 64 rows. */
template <typename S>
static __device__ __forceinline__ void
engine_add_share (const struct engine_task &task,
                  const struct engine_tile &tile,
                  const struct engine_summand &s, int h, bool active)
{
  const int n = active ? engine_groups_in_share (&s.groups, s.sum.own) : 1;
  const int row = tile.row + (s.high + h) * 64;
  int col = tile.col + s.sum.own * s.groups.each * 8 + s.thread % 4 * 2;

#pragma unroll 1
  for (int k = 0; k < n; k++, col += 8) {
    engine_sum<S> v[4];
    uint32_t word[4];

    cluster_sum_add (s.sum, engine_four (&s.groups, s.high + h, k, s.thread),
                     active, v);
    memcpy (word, v, 16);
    if (!active)
      continue;
#pragma unroll 1
    for (int half = 0; half < 2; half++)
      engine_put_pair<S> (
          task, row + (half ? engine_row<S> (1) : engine_row<S> (0)), col,
          half ? word[2] : word[0], half ? word[3] : word[1]);
  }
}

/* The epilogue of a tile that the cluster's blocks share. */
template <typename S>
static __device__ __forceinline__ void
engine_finish_part (const struct engine_task &task,
                    const struct engine_position &p,
                    const struct engine_tile &tile, int place,
                    unsigned char *memory, uint64_t *arrived, bool active,
                    const uint32_t (&sums)[S::high][S::cols / 2])
{
  const struct engine_summand s = engine_summand_of<S> (
      task, p, tile, place, async_shared (memory), arrived);
  const int own = engine_groups_in_share (&s.groups, p.part);

  if (active) {
    if (threadIdx.x == 128)
      cluster_sum_expect (s.sum, own * (S::rows / 64) * engine_group_fours);
    /* All stages have been multiplied, and no load is in flight. */
    engine_sync_all<S> ();
    cluster_arrive ();
  }
  engine_stage_sums<S> (s, active, sums);
  if (active)
    cluster_wait ();
#pragma unroll 1
  for (int h = 0; h < S::high; h++)
    engine_send_sums (s, h, s.staged + h * (S::cols / 8) * engine_group_bytes,
                      active);
  if (active)
    cluster_sum_wait (s.sum);
#pragma unroll 1
  for (int h = 0; h < S::high; h++)
    engine_add_share<S> (task, tile, s, h, active);
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_CLUSTER_CUH */
