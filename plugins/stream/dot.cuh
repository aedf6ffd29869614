/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The end of a dot: the block that ends last adds the sums of all (as in a
 * reduction).
 */
#ifndef STREAM_DOT_CUH
#define STREAM_DOT_CUH

#include "cuda/prepared.cuh"
#include "number.cuh"
#include "reduce/blocks.cuh"

/* A kernel's single parameter. */
struct dot_task {
  stream_task of;
  struct blocks_room room;
};

/* For dot_end.  Called before a kernel reads (blocks_launch). */
static __device__ __forceinline__ unsigned
dot_launch (const dot_task &d)
{
  return gridDim.x > 1 ? blocks_launch (d.room, 0) : 0;
}

/* Adds what the threads of all blocks have, and stores it.  All threads call
 * this, once. */
template <typename S>
static __device__ __forceinline__ void
dot_end (const dot_task &d, unsigned launch, S x)
{
  __shared__ S of_warp[32];

  x = combine_block<GK_REDUCE_SUM> (x, of_warp);
  if (gridDim.x > 1
      && !combine_blocks<GK_REDUCE_SUM> (d.room, 0, launch, &x, of_warp))
    return;
  if (threadIdx.x == 0)
    *(S *)d.of.dst = x;
}

/* Prepares a launch of a kernel that ends so, with sums of type S. */
template <typename S>
static inline int
dot_make (const gk_host *host, const gk_device *device, const gk_stream *p,
          void (*kernel) (dot_task), const prepared_shape &shape, void **state)
{
  dot_task d = { stream_task_of (p), { NULL, NULL } };
  int r = GK_OK;

  if (shape.grid.x > 1)
    r = make_blocks_room<S> (host, device, 1, shape.grid.x, &d.room);
  return r != GK_OK ? r : prepared_make (host, kernel, shape, d, state);
}

#endif /* STREAM_DOT_CUH */
