/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The end of a dot: each block leaves its sum, and the block that ends last
 * adds those of all, by their places, so that results do not differ from launch
 * to launch.
 */
#ifndef STREAM_DOT_CUH
#define STREAM_DOT_CUH

#include "cuda/last-block.cuh"
#include "cuda/prepared.cuh"
#include "number.cuh"

/* A kernel's single parameter. */
struct dot_task {
  stream_task of;
  void *left;      /* what blocks leave: one number each */
  unsigned *drawn; /* 0 before each launch */
};

/* Adds what the threads of all blocks have, and stores it.  All threads call
 * this, once. */
template <typename S>
static __device__ __forceinline__ void
dot_end (const dot_task &d, S x)
{
  __shared__ S of_warp[32];
  S *left = (S *)d.left;

  x = combine_block<GK_REDUCE_SUM> (x, of_warp);
  if (gridDim.x > 1) {
    if (threadIdx.x == 0)
      left[blockIdx.x] = x;
    if (!is_last_block (d.drawn))
      return;
    x = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
      x = add (x, __ldcg (&left[i]));
    x = combine_block<GK_REDUCE_SUM> (x, of_warp);
  }
  if (threadIdx.x == 0)
    *(S *)d.of.dst = x;
}

/* Makes memory for what blocks leave, and a counter that is 0 before the first
 * launch.  bytes: of a sum. */
static inline int
dot_make_room (const gk_host *host, const gk_device *device, unsigned blocks,
               size_t bytes, dot_task *d)
{
  d->left = host->workspace (host, blocks * bytes);
  if (d->left == NULL)
    return GK_SKIP;
  return last_block_counters (host, device, 1, &d->drawn);
}

/* Prepares a launch of a kernel that ends so. */
static inline int
dot_make (const gk_host *host, const gk_device *device, const gk_stream *p,
          void (*kernel) (dot_task), const prepared_shape &shape, size_t bytes,
          void **state)
{
  dot_task d = { stream_task_of (p), NULL, NULL };
  int r = GK_OK;

  if (shape.grid.x > 1)
    r = dot_make_room (host, device, shape.grid.x, bytes, &d);
  return r != GK_OK ? r : prepared_make (host, kernel, shape, d, state);
}

#endif /* STREAM_DOT_CUH */
