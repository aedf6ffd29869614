/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Adds up the sums of the blocks of a cluster that computed one tile of C, each
 * for a part of the inner dimension (split-K): through distributed shared
 * memory (DSMEM), not through global memory.
 *
 * Each block adds and stores an equal share of the tile, its own.  Sums go by
 * fours, of 16 bytes.  A block sends those of other shares to the blocks that
 * add them, whose mbarrier counts the bytes, and adds what it gets in the order
 * of the parts, whichever comes first: results do not differ between launches.
 *
 * Before the first four is sent, all blocks must have begun, their mbarriers be
 * initialised, and the memory where fours arrive be free: a relaxed barrier of
 * the cluster is enough for that.  None follows: no block reads another's
 * memory, and a block that has all its fours is not written to any more.
 */
#ifndef MATMUL_CLUSTER_SUM_CUH
#define MATMUL_CLUSTER_SUM_CUH

#include <string.h>

#include "cuda/mbarrier.cuh"

/* own: this block's part of the inner dimension, which is its share of the
 * tile, too, and its rank in the cluster. */
struct cluster_sum {
  uint32_t at;       /* in shared memory: where fours arrive, part by part */
  uint64_t *arrived; /* the mbarrier */
  int own, parts_log2;
  int share; /* fours of a block, at most */
};

/* Where the n-th four of a share is, of a part. */
static __host__ __device__ __forceinline__ uint32_t
cluster_sum_at (const struct cluster_sum &s, int part, int n)
{
  return s.at + (uint32_t)(part * s.share + n) * 16;
}

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900

/* By one thread of each block, which has initialised the mbarrier for one
 * arrival, and whose share has so many fours. */
static __device__ __forceinline__ void
cluster_sum_expect (const struct cluster_sum &s, int fours)
{
  mbarrier_expect (s.arrived,
                   (uint32_t)(fours * ((1 << s.parts_log2) - 1)) * 16);
}

/* Reads a four from this block's memory.  If not active the code is only
 * fetched; likewise below. */
static __device__ __forceinline__ void
cluster_sum_read (uint32_t from, bool active, uint32_t *v)
{
  asm volatile("{\n"
               ".reg .pred p;\n"
               "setp.ne.u32 p, %5, 0;\n"
               "@p ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];\n"
               "}"
               : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3])
               : "r"(from), "r"((uint32_t)active)
               : "memory");
}

/* Sends the n-th four of the share of block `to`; a block's own one it only
 * stores. */
static __device__ __forceinline__ void
cluster_sum_send (const struct cluster_sum &s, int to, int n,
                  const uint32_t (&v)[4], bool active)
{
  asm volatile(
      "{\n"
      ".reg .pred own, other;\n"
      ".reg .b32 there, barrier;\n"
      "setp.eq.s32 own, %2, %3;\n"
      "setp.ne.s32 other, %2, %3;\n"
      "setp.ne.and.u32 own, %8, 0, own;\n"
      "setp.ne.and.u32 other, %8, 0, other;\n"
      "@own st.shared.v4.b32 [%0], {%4, %5, %6, %7};\n"
      "mapa.shared::cluster.u32 there, %0, %2;\n"
      "mapa.shared::cluster.u32 barrier, %1, %2;\n"
      "@other st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4"
      ".b32 [there], {%4, %5, %6, %7}, [barrier];\n"
      "}"
      :
      : "r"(cluster_sum_at (s, s.own, n)), "r"(mbarrier_at (s.arrived)),
        "r"(to), "r"(s.own), "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3]),
        "r"((uint32_t)active)
      : "memory");
}

/* Waits for the other blocks' fours.  Of its own share a thread sees what it
 * stored itself; for what others of the block stored it must synchronise with
 * them. */
static __device__ __forceinline__ void
cluster_sum_wait (const struct cluster_sum &s)
{
  mbarrier_wait (s.arrived, 0);
}

/* Adds the n-th four of this block's share. */
template <typename T>
static __device__ __forceinline__ void
cluster_sum_add (const struct cluster_sum &s, int n, bool active, T (&v)[4])
{
  memset (v, 0, 16);
#pragma unroll 1
  for (int part = 0; part < 1 << s.parts_log2; part += 2) {
    uint32_t word[2][4];
    T two[2][4];

    cluster_sum_read (cluster_sum_at (s, part, n), active, word[0]);
    cluster_sum_read (cluster_sum_at (s, part + 1, n), active, word[1]);
    memcpy (two, word, 32);
#pragma unroll
    for (int i = 0; i < 8; i++)
      v[i % 4] += two[i / 4][i % 4];
  }
}

#endif

#endif /* MATMUL_CLUSTER_SUM_CUH */
