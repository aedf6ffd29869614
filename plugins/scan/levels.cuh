/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What hillis-steele and blelloch have in common: a kernel scans blocks of 1024
 * elements and leaves the sum of each.  The sums are scanned likewise, level by
 * level, until one block has all; then they are added to the blocks, from the
 * highest level down.  An element is read and written twice.
 */
#ifndef SCAN_LEVELS_CUH
#define SCAN_LEVELS_CUH

#include "cuda/launches.cuh"
#include "type.cuh"

/* Elements of a block. */
enum { LEVEL_ELEMENTS = 1024 };

/* What the kernels get: sums has one element for each block.  src and dst are
 * the same in all levels but the lowest. */
struct scan_level {
  scan_task of;
  void *sums; /* NULL: there is one block, and its sum is of no use */
};

typedef void scan_level_kernel (const scan_level);

/* Prepares the launches of a kernel of blocks of so many threads, and of one
 * that adds sums. */
int scan_levels_make (const gk_host *host, const gk_scan *p,
                      scan_level_kernel *scan, scan_level_kernel *add,
                      unsigned threads, size_t bytes, void **state);

/* Adds to a block's elements the sum of all blocks before it. */
enum { ADD_THREADS = 256 };
template <typename T>
static __global__ void
__launch_bounds__ (ADD_THREADS) add_level (const scan_level level)
{
  const int64_t begin = (int64_t)blockIdx.x * LEVEL_ELEMENTS;
  const int n = (int)min (level.of.n - begin, (int64_t)LEVEL_ELEMENTS);
  T *dst = (T *)level.of.dst + begin;
  const T before = ((const T *)level.sums)[blockIdx.x];

  for (int i = (int)threadIdx.x; i < n; i += ADD_THREADS)
    dst[i] += before;
}

#endif /* SCAN_LEVELS_CUH */
