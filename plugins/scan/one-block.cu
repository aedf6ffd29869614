/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One block scans an array, tile by tile, and carries the sum along: the
 * fastest for few elements, such as the sums of three-kernels' tiles.
 */
#include "cuda/pdl.cuh"
#include "make.h"
#include "tile.cuh"

template <typename T>
static __global__ void
__launch_bounds__ (ONE_BLOCK_THREADS) one_block (const scan_task task)
{
  /* By turns: a warp may still read one when another writes the next. */
  __shared__ T of_warp[2][MOST_WARPS];
  const int step = tile_elements<T, ONE_BLOCK_WORDS> ((int)blockDim.x);
  tile<T, ONE_BLOCK_WORDS> held;
  T before = 0;
  int turn = 0;

  pdl_wait ();
  for (int64_t begin = 0; begin < task.n; begin += step, turn = 1 - turn) {
    T all, own;

    load_tile (held, (const T *)task.src, begin, task.n);
    own = scan_warp (held);
    own = warps_before (own, of_warp[turn], &all);
    store_tile (held, before + own, task, begin);
    before += all;
  }
}

void (*scan_one_block_kernel (gk_dtype dtype)) (scan_task)
{
  return dtype == GK_I32   ? one_block<uint32_t>
         : dtype == GK_I64 ? one_block<uint64_t>
                           : one_block<float>;
}

unsigned
scan_one_block_threads (int64_t bytes)
{
  unsigned threads = WARP;

  while (threads < ONE_BLOCK_THREADS
         && (int64_t)threads * ONE_BLOCK_WORDS * 16 < bytes)
    threads *= 2;
  return threads;
}
