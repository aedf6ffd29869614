/* SPDX-License-Identifier: BSD-3-Clause
 *
 * blelloch: a block scans 1024 elements by a tree in shared memory.  On the way
 * up each node gets the sum of its two halves; on the way down each passes what
 * came before it to the left half, and that with the left half's sum to the
 * right.
 *
 * The idea is that of Blelloch, Prefix Sums and Their Applications; with blocks
 * and padding it is the kernel of Harris, Sengupta and Owens, Parallel Prefix
 * Sum (Scan) with CUDA.  It takes two additions an element, but twice as many
 * steps, in most of which most threads idle.  Nodes of one level are 2^k places
 * apart: an unused place after each 32 spreads them over the banks.
 */
#include "levels.cuh"

enum { THREADS = LEVEL_ELEMENTS / 2 };

static __device__ __forceinline__ int
padded_index (int i)
{
  return i + i / 32;
}

template <typename T>
static __device__ __forceinline__ void
sweep_up (T *held, int t)
{
  for (int nodes = THREADS, apart = 1; nodes > 0; nodes /= 2, apart *= 2) {
    __syncthreads ();
    if (t < nodes)
      held[padded_index (apart * (2 * t + 2) - 1)]
          += held[padded_index (apart * (2 * t + 1) - 1)];
  }
}

template <typename T>
static __device__ __forceinline__ void
sweep_down (T *held, int t)
{
  for (int nodes = 1, apart = THREADS; nodes <= THREADS;
       nodes *= 2, apart /= 2) {
    __syncthreads ();
    if (t < nodes) {
      T *left = &held[padded_index (apart * (2 * t + 1) - 1)];
      T *right = &held[padded_index (apart * (2 * t + 2) - 1)];
      const T sum = *left;

      *left = *right;
      *right += sum;
    }
  }
  __syncthreads ();
}

template <typename T>
static __global__ void
__launch_bounds__ (THREADS) blelloch_level (const scan_level level)
{
  __shared__ T held[LEVEL_ELEMENTS + LEVEL_ELEMENTS / 32];
  const int t = (int)threadIdx.x;
  const int64_t at = (int64_t)blockIdx.x * LEVEL_ELEMENTS + t;
  T own[2];

#pragma unroll
  for (int i = 0; i < 2; i++) {
    own[i] = at + i * THREADS < level.of.n
                 ? ((const T *)level.of.src)[at + i * THREADS]
                 : T (0);
    held[padded_index (t + i * THREADS)] = own[i];
  }
  sweep_up (held, t);
  if (t == 0) { /* which has written the root itself */
    T *root = &held[padded_index (LEVEL_ELEMENTS - 1)];

    if (level.sums != NULL)
      ((T *)level.sums)[blockIdx.x] = *root;
    *root = 0;
  }
  sweep_down (held, t);
#pragma unroll
  for (int i = 0; i < 2; i++)
    if (at + i * THREADS < level.of.n)
      ((T *)level.of.dst)[at + i * THREADS]
          = held[padded_index (t + i * THREADS)]
            + (level.of.exclusive ? T (0) : own[i]);
}

static int
blelloch_prepare (const gk_host *host, const gk_device *, const void *problem,
                  const gk_value *, void **state)
{
  const gk_scan *p = (const gk_scan *)problem;

  return scan_by_type (p, [=] (auto element) {
    typedef decltype (element) T;

    return scan_levels_make (host, p, blelloch_level<T>, add_level<T>, THREADS,
                             sizeof (T), state);
  });
}

extern "C" gk_variant
scan_blelloch_variant (void)
{
  return launches_variant (blelloch_prepare);
}
