/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cluster: one-pass by clusters of blocks (sm_90 on).  The blocks of a cluster
 * leave their sums in the shared memory of its first block (distributed shared
 * memory), which adds them, and is the only one that publishes a sum and draws
 * a number: so the block that ends last has an eighth of the sums to add, and
 * the counter an eighth of the draws.
 *
 * The price is a barrier of the cluster: no block ends before all blocks of its
 * cluster have read their parts.  And a cluster begins when neighbouring
 * multiprocessors have room for all of it: so a grid has no more clusters than
 * the device runs at once.
 */
#include <string.h>

#include "blocks.cuh"
#include "cuda/cluster-count.cuh"
#include "cuda/cluster.cuh"
#include "cuda/compiled-for.cuh"
#include "cuda/prepared.cuh"
#include "shares.h"
#include "words.cuh"

/* Of a cluster; every device with clusters has as many. */
enum { MOST_BLOCKS = 8 };

struct reduce_clusters {
  const void *src;
  void *dst;
  struct blocks_room room; /* of clusters, in place of blocks */
  int64_t rows, cols;
  unsigned blocks; /* of a cluster */
};

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
/* Writes a number to the same place in the first block of the cluster, by
 * halves where it has 64 bits. */
template <typename S>
static __device__ __forceinline__ void
store_in_first (S *at, S x)
{
  float half[sizeof (S) / 4];

  memcpy (half, &x, sizeof x);
#pragma unroll
  for (int i = 0; i < (int)sizeof (S) / 4; i++)
    cluster_store ((float *)at + i, 0, half[i]);
}
#endif

template <typename T, int op>
static __global__ void
__launch_bounds__ (MOST_THREADS) cluster_kernel (const reduce_clusters c)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  typedef sum_of<T> S;
  __shared__ S of_warp[MOST_THREADS / 32];
  /* In turns: a block writes its next sum while the first one reads. */
  __shared__ S of_block[2][MOST_BLOCKS];
  const unsigned clusters = gridDim.x / c.blocks;
  const unsigned cluster = blockIdx.x / c.blocks;
  const int rank = cluster_rank ();
  int turn = 0;

  cluster_arrive ();
  for (int64_t row = blockIdx.y; row < c.rows; row += gridDim.y) {
    const unsigned launch
        = rank == 0 && clusters > 1 ? blocks_launch (c.room, row) : 0;
    S x = combine_block<op> (
        combine_row<op> ((const T *)c.src + row * c.cols, c.cols,
                         (int64_t)blockIdx.x * blockDim.x + threadIdx.x,
                         (int64_t)gridDim.x * blockDim.x),
        of_warp);

    /* All blocks have begun: there is a first one to write to. */
    if (row == blockIdx.y)
      cluster_wait ();
    if (threadIdx.x == 0)
      store_in_first (&of_block[turn][rank], x);
    cluster_sync ();
    if (rank == 0) {
      if (threadIdx.x < 32)
        x = combine_warp<op> (threadIdx.x < c.blocks
                                  ? of_block[turn][threadIdx.x]
                                  : neutral_number<op, S> ());
      if (clusters == 1
          || combine_parts<op> (c.room, row, launch, cluster, clusters, &x,
                                of_warp)) {
        if (threadIdx.x == 0)
          ((S *)c.dst)[row] = x;
        __syncthreads ();
      }
    }
    turn = 1 - turn;
  }
#endif
}

/* ---- Prepare ---- */

/* blocks: of a cluster, at most. */
template <typename T, int op>
static int
make_typed (const gk_host *host, const gk_device *device, const gk_reduce *p,
            int threads, int blocks, void **state)
{
  const int64_t useful = reduce_blocks_of_row (p, device, threads);
  reduce_clusters c = { p->src, p->dst, { NULL, NULL }, p->rows, p->cols, 0 };
  const void *kernel = (const void *)cluster_kernel<T, op>;
  struct prepared_shape shape = {};
  int most = 1, r = check_code (host, kernel, 90);
  int64_t clusters;

  while (blocks > useful)
    blocks /= 2;
  if (r == GK_OK)
    r = cuda_launched (host, cluster_count (kernel, threads, 0, blocks, &most));
  if (r != GK_OK)
    return r;
  clusters = (useful + blocks - 1) / blocks;
  if (clusters > most / p->rows)
    clusters = most < p->rows ? 1 : most / p->rows;
  if (clusters > 1)
    r = make_blocks_room<sum_of<T>> (host, device, p->rows, clusters, &c.room);
  if (r != GK_OK)
    return r;
  c.blocks = (unsigned)blocks;
  shape.grid = dim3 ((unsigned)(clusters * blocks), reduce_grid_rows (p->rows));
  shape.block = dim3 ((unsigned)threads);
  shape.cluster = blocks;
  return prepared_make (host, cluster_kernel<T, op>, shape, c, state);
}

static int
cluster_prepare (const gk_host *host, const gk_device *device,
                 const void *problem, const gk_value *values, void **state)
{
  const gk_reduce *p = (const gk_reduce *)problem;

  return reduce_by_type (p, [&] (auto element, auto operation) {
    return make_typed<decltype (element), decltype (operation)::op> (
        host, device, p, 128 << values[0].i, 2 << values[1].i, state);
  });
}

extern "C" gk_variant
reduce_cluster_variant (void)
{
  static const char *const blocks[] = { "2", "4", "8", NULL };
  static const gk_option options[] = {
    REDUCE_THREADS_OPTION,
    cuda_choice ("blocks",
                 "blocks of a cluster, at most: with more, fewer sums of "
                 "clusters are left to be added; with fewer, fewer blocks wait "
                 "for each other",
                 NULL, blocks, 2),
  };
  gk_variant v
      = prepared_variant (cluster_prepare, options, GK_COUNT (options));

  v.capability = 90;
  return v;
}
