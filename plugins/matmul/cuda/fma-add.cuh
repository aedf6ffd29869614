/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Adds up the sums of groups of a block, and of blocks of a cluster, that
 * computed a tile for parts of the inner dimension: in shared memory, always in
 * the same order, whichever finishes first.
 */
#ifndef MATMUL_FMA_ADD_CUH
#define MATMUL_FMA_ADD_CUH

#include "cuda/cluster.cuh"
#include "fma-tile.cuh"

/* This block's number among those that share a tile. */
static __device__ __forceinline__ int
fma_rank (const struct fma_task &task)
{
  const int tile = (int)divide_by (blockIdx.x, task.of_splits);

  return (int)blockIdx.x - tile * task.splits;
}

template <typename S>
static __device__ __forceinline__ void
fma_add (fma_vector<typename S::type> &sum,
         const fma_vector<typename S::type> &part)
{
#pragma unroll
  for (int e = 0; e < S::n; e++)
    sum.x[e] += part.x[e];
}

/* The same address in another block's shared memory (DSMEM). */
template <typename S>
static __device__ __forceinline__ fma_vector<typename S::type>
fma_read_remote (const unsigned char *from, int rank)
{
  fma_vector<typename S::type> v = {};

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  const uint4 bits = cluster_read (from, rank);

  memcpy (&v, &bits, sizeof v);
#else
  (void)from;
  (void)rank;
#endif
  return v;
}

static __device__ __forceinline__ void
fma_sync_cluster (void)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  cluster_sync ();
#endif
}

/* Vector i of all vectors of the group's threads: vector i / group of thread i
 * % group. */
template <typename S>
static __device__ __forceinline__ void
fma_store_vector (const struct fma_task &task, int64_t row, int64_t col, int i,
                  const fma_vector<typename S::type> &sums)
{
  const struct fma_position p = fma_find_position<S> (i % S::group);
  const int v = i / S::group;

  fma_finish<S> (task, row + p.row + v / S::vectors * 8,
                 col + p.col + v % S::vectors * 4 * S::n, sums);
}

/* memory: kernel.part bytes, the sums of one slice behind those of another;
 * row, col: the tile's first. */
template <typename S>
static __device__ __forceinline__ void
fma_add_up (
    const struct fma_task &task, unsigned char *memory, int64_t row,
    int64_t col,
    const fma_vector<typename S::type> (&sums)[S::thread_rows][S::vectors])
{
  using vector = fma_vector<typename S::type>;
  const int all = S::thread_rows * S::vectors * S::group;
  vector *const parts = reinterpret_cast<vector *> (memory);
  const int slice = threadIdx.x / S::group, thread = threadIdx.x % S::group;
  const int rank = fma_rank (task);

  __syncthreads ();
#pragma unroll
  for (int i = 0; i < S::thread_rows * S::vectors; i++)
    parts[slice * all + i * S::group + thread]
        = sums[i / S::vectors][i % S::vectors];
  __syncthreads ();
  for (int i = threadIdx.x; i < all; i += S::threads) {
    vector sum = parts[i];

#pragma unroll
    for (int s = 1; s < S::slices; s++)
      fma_add<S> (sum, parts[s * all + i]);
    if (task.splits == 1)
      fma_store_vector<S> (task, row, col, i, sum);
    else
      parts[i] = sum;
  }
  if (task.splits == 1)
    return;
  fma_sync_cluster ();
  for (int i = rank * S::threads + threadIdx.x; i < all;
       i += S::threads * task.splits) {
    vector sum = fma_read_remote<S> (memory + i * 16, 0);

    for (int r = 1; r < task.splits; r++)
      fma_add<S> (sum, fma_read_remote<S> (memory + i * 16, r));
    fma_store_vector<S> (task, row, col, i, sum);
  }
  /* Other blocks may still read this block's memory. */
  fma_sync_cluster ();
}

#endif /* MATMUL_FMA_ADD_CUH */
