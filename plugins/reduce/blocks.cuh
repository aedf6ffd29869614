/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the blocks of a row have is combined by the one that ends last.
 *
 * The idea is that of threadFenceReduction among CUDA's samples: a block leaves
 * what it has and counts itself as ended.  There a fence makes the former
 * visible before the latter, and waits for memory.  Here a number and the mark
 * of its launch are one word (published.cuh): the block that ends last waits
 * for marks, which are there by then or on their way, and no block waits for
 * what it wrote.
 *
 * All are combined by their places, so that results do not differ from launch
 * to launch.
 */
#ifndef REDUCE_BLOCKS_CUH
#define REDUCE_BLOCKS_CUH

#include "cuda/cleared.cuh"
#include "cuda/published.cuh"
#include "number.cuh"

/* Of each row: its blocks that have ended, 0 again after each launch; and the
 * number of the launch, which changes when all blocks have ended. */
struct blocks_count {
  unsigned ended, launch;
};

struct blocks_room {
  void *left; /* by the blocks of each row */
  struct blocks_count *counts;
};

/* For prepare: takes the room of so many blocks of each row, cleared.  GK_SKIP:
 * there is none. */
template <typename S>
static inline int
make_blocks_room (const gk_host *host, const gk_device *device, int64_t rows,
                  int64_t blocks, struct blocks_room *room)
{
  published<bits_of<S>> *left;
  const int r
      = cleared_workspace (host, device, (size_t)(rows * blocks), &left);

  room->left = left;
  return r == GK_OK
             ? cleared_workspace (host, device, (size_t)rows, &room->counts)
             : r;
}

/* Returns the number of this launch, in the first thread: if all asked, they
 * would wait for one word of L2.  Called before a block reads its part, so that
 * it does not wait for it at the end. */
static __device__ __forceinline__ unsigned
blocks_launch (const struct blocks_room &room, int64_t row)
{
  unsigned launch = 0;

  if (threadIdx.x == 0)
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];"
                 : "=r"(launch)
                 : "l"(&room.counts[row].launch));
  return launch;
}

/* Combines what the parts of a row have, each a block, or a cluster of blocks
 * for which one calls this, with all of its threads; part: the number of this
 * one of `parts`; x: of the part.  True in the block that ends last: x is of
 * the row.  of_warp: as for combine_block. */
template <int op, typename S>
static __device__ __forceinline__ bool
combine_parts (const struct blocks_room &room, int64_t row, unsigned launch,
               unsigned part, unsigned parts, S *x, S *of_warp)
{
  published<bits_of<S>> *left
      = (published<bits_of<S>> *)room.left + row * parts;
  struct blocks_count *count = &room.counts[row];
  __shared__ bool last;
  __shared__ unsigned is; /* the launch, for all threads */

  if (threadIdx.x == 0) {
    is = launch;
    publish_sum (&left[part], launch, OWN, *x);
    last = atomicInc (&count->ended, parts - 1) == parts - 1;
  }
  __syncthreads ();
  if (!last)
    return false;
  *x = neutral_number<op, S> ();
  for (unsigned i = threadIdx.x; i < parts; i += blockDim.x) {
    S other;

    while (read_sum (&left[i], is, &other) == NONE)
      continue;
    *x = combine_two<op> (*x, other);
  }
  *x = combine_block<op> (*x, of_warp);
  if (threadIdx.x == 0)
    count->launch = launch + 1;
  return true;
}

/* Likewise, where each block of the grid's first dimension is a part. */
template <int op, typename S>
static __device__ __forceinline__ bool
combine_blocks (const struct blocks_room &room, int64_t row, unsigned launch,
                S *x, S *of_warp)
{
  return combine_parts<op> (room, row, launch, blockIdx.x, gridDim.x, x,
                            of_warp);
}

#endif /* REDUCE_BLOCKS_CUH */
