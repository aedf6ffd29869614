/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hillis-steele: a block scans 1024 elements in ten steps.  In step k each
 * thread adds to its element that which is 2^k places before it.
 *
 * The idea is that of Hillis and Steele, Data Parallel Algorithms.  It takes
 * the fewest steps, but ten additions an element, each with two accesses of
 * shared memory and a barrier.  There are two copies in shared memory, which
 * are read and written by turns: so no thread overwrites what another still
 * reads.
 */
#include "levels.cuh"

template <typename T>
static __global__ void
__launch_bounds__ (LEVEL_ELEMENTS) hillis_steele_level (const scan_level level)
{
  __shared__ T held[2][LEVEL_ELEMENTS];
  const int t = (int)threadIdx.x;
  const int64_t at = (int64_t)blockIdx.x * LEVEL_ELEMENTS + t;
  T x = at < level.of.n ? ((const T *)level.of.src)[at] : T (0);
  int now = 0;

  held[0][t] = x;
  __syncthreads ();
  for (int step = 1; step < LEVEL_ELEMENTS; step *= 2) {
    if (t >= step)
      x += held[now][t - step];
    now = 1 - now;
    held[now][t] = x;
    __syncthreads ();
  }
  if (at < level.of.n)
    ((T *)level.of.dst)[at] = !level.of.exclusive ? x
                              : t > 0             ? held[now][t - 1]
                                                  : T (0);
  if (level.sums != NULL && t == LEVEL_ELEMENTS - 1)
    ((T *)level.sums)[blockIdx.x] = x;
}

static int
hillis_steele_prepare (const gk_host *host, const gk_device *,
                       const void *problem, const gk_value *, void **state)
{
  const gk_scan *p = (const gk_scan *)problem;

  return scan_by_type (p, [=] (auto element) {
    typedef decltype (element) T;

    return scan_levels_make (host, p, hillis_steele_level<T>, add_level<T>,
                             LEVEL_ELEMENTS, sizeof (T), state);
  });
}

extern "C" gk_variant
scan_hillis_steele_variant (void)
{
  return launches_variant (hillis_steele_prepare);
}
