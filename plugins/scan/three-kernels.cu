/* SPDX-License-Identifier: BSD-3-Clause
 *
 * three-kernels: the first adds the elements of each tile, the second scans
 * these sums in one block, the third scans each tile from its sum on.
 *
 * The idea is the reduce-then-scan of Sengupta, Harris, Garland and others:
 * since only sums are left by the first kernel, an element is read twice and
 * written once, where a scan of blocks to which sums are added writes it twice.
 * A tile lies in registers (tile.cuh).
 */
#include "cuda/launches.cuh"
#include "make.h"
#include "tile.cuh"

enum { THREADS = 256, WORDS = 8 };

struct tiles_task {
  scan_task of;
  void *sums; /* of tiles, and then of all before each; NULL: one tile */
};

template <typename T>
static __global__ void
__launch_bounds__ (THREADS) add_tiles (const tiles_task task)
{
  __shared__ T of_warp[MOST_WARPS];
  const int64_t begin = (int64_t)blockIdx.x * tile_elements<T, WORDS> (THREADS);
  tile<T, WORDS> held;
  T all;

  load_tile (held, (const T *)task.of.src, begin, task.of.n);
  warps_before (add_lanes (add_words (held)), of_warp, &all);
  if (threadIdx.x == 0)
    ((T *)task.sums)[blockIdx.x] = all;
}

template <typename T>
static __global__ void
__launch_bounds__ (THREADS) scan_tiles (const tiles_task task)
{
  __shared__ T of_warp[MOST_WARPS];
  const int64_t begin = (int64_t)blockIdx.x * tile_elements<T, WORDS> (THREADS);
  const T before
      = task.sums != NULL ? ((const T *)task.sums)[blockIdx.x] : T (0);
  tile<T, WORDS> held;
  T all, own;

  load_tile (held, (const T *)task.of.src, begin, task.of.n);
  own = scan_warp (held);
  own = warps_before (own, of_warp, &all);
  store_tile (held, before + own, task.of, begin);
}

template <typename T>
static int
make_typed (const gk_host *host, const gk_scan *p, void **state)
{
  const int64_t each = tile_elements<T, WORDS> (THREADS);
  const int64_t tiles = (p->n + each - 1) / each;
  const dim3 grid ((unsigned)tiles);
  tiles_task task = { scan_task_of (p), NULL };
  launches *all;

  if (tiles > 1) {
    task.sums = host->workspace (host, (size_t)tiles * sizeof (T));
    if (task.sums == NULL)
      return GK_SKIP;
  }
  all = launches_new (host);
  if (all == NULL)
    return GK_FAIL;
  if (tiles > 1) {
    launches_add (all, add_tiles<T>, grid, THREADS, task);
    launches_add (all, scan_one_block_kernel (p->dtype), dim3 (1),
                  scan_one_block_threads (tiles * (int64_t)sizeof (T)),
                  scan_task{ task.sums, task.sums, tiles, true });
  }
  launches_add (all, scan_tiles<T>, grid, THREADS, task);
  *state = all;
  return GK_OK;
}

static int
three_kernels_prepare (const gk_host *host, const gk_device *,
                       const void *problem, const gk_value *, void **state)
{
  const gk_scan *p = (const gk_scan *)problem;

  return scan_by_type (p, [=] (auto element) {
    return make_typed<decltype (element)> (host, p, state);
  });
}

extern "C" gk_variant
scan_three_kernels_variant (void)
{
  return launches_variant (three_kernels_prepare);
}
