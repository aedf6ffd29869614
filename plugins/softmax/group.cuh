/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the threads of a warp or a block have together: each of them gets it. In
 * a warp, both of two lanes that exchange numbers join them, and a sum does not
 * depend on their order: so all lanes have the same.
 */
#ifndef SOFTMAX_GROUP_CUH
#define SOFTMAX_GROUP_CUH

#include <limits.h>

#include "number.cuh"

/* join: first_join, or add_two. */
typedef float join_two (float a, float b);

static __device__ __forceinline__ float
add_two (float a, float b)
{
  return a + b;
}

/* Joins what `lanes` lanes of a warp have that follow each other, a power of
 * two; all lanes of the warp call this. */
template <join_two join>
static __device__ __forceinline__ float
join_lanes (float x, int lanes)
{
#pragma unroll
  for (int step = 16; step > 0; step /= 2) {
    const float of_other = __shfl_xor_sync (0xffffffff, x, step);

    if (step < lanes)
      x = join (x, of_other);
  }
  return x;
}

template <join_two join>
static __device__ __forceinline__ float
join_warp (float x)
{
  return join_lanes<join> (x, 32);
}

/* Bits of numbers below 0 turned round are ordered as integers are, of which a
 * warp finds the greatest in one instruction. */
static __device__ __forceinline__ int
order_bits (int bits)
{
  return bits < 0 ? bits ^ INT_MAX : bits;
}

template <>
__device__ __forceinline__ float
join_warp<first_join<GK_SOFTMAX_SOFTMAX>> (float x)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
  const int bits = order_bits (__float_as_int (x));

  return __int_as_float (order_bits (__reduce_max_sync (0xffffffff, bits)));
#else
  return join_lanes<first_join<GK_SOFTMAX_SOFTMAX>> (x, 32);
#endif
}

/* All threads of the block call this.  of_warp: 32 numbers of shared memory,
 * which the next call but one may use again: between the two is a barrier. */
template <join_two join>
static __device__ __forceinline__ float
join_block (float x, float zero, float *of_warp)
{
  const int lane = (int)threadIdx.x % 32, warps = (int)blockDim.x / 32;

  x = join_warp<join> (x);
  if (lane == 0)
    of_warp[threadIdx.x / 32] = x;
  __syncthreads ();
  return join_warp<join> (lane < warps ? of_warp[lane] : zero);
}

#endif /* SOFTMAX_GROUP_CUH */
