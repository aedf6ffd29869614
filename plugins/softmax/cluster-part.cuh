/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What both kernels of cluster share (cluster.cu explains it): a block's part
 * of a row, and what the blocks of a cluster have together.
 */
#ifndef SOFTMAX_CLUSTER_PART_CUH
#define SOFTMAX_CLUSTER_PART_CUH

#include "cuda/cluster.cuh"
#include "cuda/compiled-for.cuh"
#include "cuda/dynamic-shared.cuh"
#include "cuda/l2-policy.cuh"
#include "cuda/launched.cuh"
#include "cuda/prepared.cuh"
#include "group.cuh"
#include "make.h"
#include "row.cuh"

enum {
  PORTABLE_BLOCKS = 8, /* that every device with clusters has */
  MOST_BLOCKS = 16,
  MOST_CLUSTER_THREADS = 1024,
  PART = 32 << 10 /* bytes of a block, where a row allows */
};

struct cluster_task {
  softmax_task of;
  int blocks; /* of a cluster */
};

/* cluster-ahead.cu: sets *kernel and the shape of blocks that load a row ahead.
 * GK_SKIP after a message: a part is too long for that. */
int cluster_ahead_kernel (const gk_host *host, const gk_softmax *p,
                          int64_t part, prepared_shape *shape,
                          void (**kernel) (cluster_task));

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
/* A block's words of a row: n, from `begin` on. */
struct row_part {
  int64_t begin;
  int n;
};

template <typename T>
static __device__ __forceinline__ row_part
part_of_row (const row_span<T> &r, int rank, int blocks)
{
  const int64_t begin = r.words * rank / blocks;

  return { begin, (int)(r.words * (rank + 1) / blocks - begin) };
}

/* One thread: has the block's part of a row loaded. */
template <typename T>
static __device__ __forceinline__ void
load_part (unsigned char *room, const row_span<T> &r, row_part part,
           uint64_t *full)
{
  async_load (room, r.from () + part.begin, (uint32_t)part.n * 16, full,
              l2_policy_make (L2_EVICT_FIRST));
}

/* Returns what the blocks of the cluster have together.  of_rank: of the same
 * place in all of them; not used again before the next call but one. */
template <join_two join>
static __device__ __forceinline__ float
join_cluster (float x, float zero, float *of_rank, int rank, int blocks)
{
  if ((int)threadIdx.x < blocks)
    cluster_store (of_rank + rank, (int)threadIdx.x, x);
  cluster_sync ();
  x = zero;
  for (int k = 0; k < blocks; k++)
    x = join (x, of_rank[k]);
  return x;
}
#endif

#endif /* SOFTMAX_CLUSTER_PART_CUH */
