/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The parameters of tma.cu's kernels, and the position of a thread's sums in a
 * tile.
 */
#ifndef MATMUL_TMA_TASK_CUH
#define MATMUL_TMA_TASK_CUH

#include <type_traits>

#include "cuda/async-copy.cuh"
#include "fma-tile.cuh"
#include "stream-k.h"

struct tma_task {
  CUtensorMap a, b;
  struct fma_task fma;
  struct stream_k tiles; /* of blocks */
  void *partials;        /* of a tile's sums, for each block that shares some */
  unsigned *left;        /* and for each warp of it, whether there are any */
  uint32_t zero;         /* 0, which the compiler does not know */
};

/* Of kernels that compute C = alpha A B + beta C + bias. */
struct tma_update_task : tma_task {
  float alpha, beta;
  const float *bias; /* one of each column; NULL: none */
};

template <typename S>
using tma_task_of = std::conditional_t<S::updated, tma_update_task, tma_task>;

/* A thread's first row and column in the tile.  Its rows are S::n neighbours,
 * and as many 8 S::n further on; its columns are those of fma-tile.cuh. */
template <typename S>
static __device__ __forceinline__ struct fma_position
tma_find_position (int thread)
{
  struct fma_position p = fma_find_position<S> (thread);

  p.row += p.row % 8 * (S::n - 1);
  return p;
}

#endif /* MATMUL_TMA_TASK_CUH */
