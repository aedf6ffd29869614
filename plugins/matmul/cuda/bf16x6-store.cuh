/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bf16x6's end: all threads of a tile's blocks add up the parts that these have
 * of the inner dimension, and store C.
 *
 * Where a sum is infinite or NaN, a number may have been so, or a product of
 * scaled numbers: then the element is computed anew, by CUDA cores.  So results
 * are what f32 has, whatever the data.
 */
#ifndef MATMUL_BF16X6_STORE_CUH
#define MATMUL_BF16X6_STORE_CUH

#include <string.h>

#include "bf16x6-consume.cuh"
#include "cuda/cluster.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* Where a sum is in shared memory: C's rows, or, where the tile is of its
 * transpose, its columns, with words between. */
template <typename S>
static __device__ __forceinline__ int
bf16x6_sum_at (bool transposed, int row, int col)
{
  return transposed ? col * (S::rows + BF16X6_PADDING) + row
                    : row * (S::cols + BF16X6_PADDING) + col;
}

template <typename S, int mn_major_a>
static __device__ __forceinline__ void
bf16x6_stage_sums (float *to, bool transposed, int consumer,
                   const float (&sums)[S::sums])
{
  const int row = consumer * 64 + bf16x6_row (mn_major_a);
  const int col = threadIdx.x % 4 * 2, below = mn_major_a ? 1 : 8;

#pragma unroll
  for (int i = 0; i < S::sums; i++)
    to[bf16x6_sum_at<S> (transposed, row + i / 2 % 2 * below,
                         col + i / 4 * 8 + i % 2)]
        = sums[i];
}

/* An element of C in f32: for sums that are not finite, which splitting may
 * have made so. */
static __device__ __noinline__ float
bf16x6_plain (const struct bf16x6_operand &a, const struct bf16x6_operand &b,
              int mn_major_a, int mn_major_b, int inner, int row, int col)
{
  const int64_t step_a = mn_major_a ? a.pitch : 1;
  const int64_t step_b = mn_major_b ? b.pitch : 1;
  const float *x = a.at + (mn_major_a ? row : row * a.pitch);
  const float *y = b.at + (mn_major_b ? col : col * b.pitch);
  float sum = 0;

  for (int i = 0; i < inner; i++) {
    sum = fmaf (*x, *y, sum);
    x += step_a;
    y += step_b;
  }
  return sum;
}

/* Adds four neighbours of another block's memory, or of this one's. */
static __device__ __forceinline__ void
bf16x6_add_part (const float *at, int rank, float (&v)[4])
{
  const uint4 bits = cluster_read (at, rank);
  float x[4];

  memcpy (x, &bits, sizeof x);
#pragma unroll
  for (int e = 0; e < 4; e++)
    v[e] += x[e];
}

/* An element of C, of the sum that tensor cores have of it: alpha A B + beta C
 * + bias. */
template <int mn_major_a, int mn_major_b, bool transposed>
static __device__ __forceinline__ float
bf16x6_finish (const struct bf16x6_task &task, float sum, int row, int col)
{
  const float product
      = isfinite (sum)
            ? sum * BF16X6_UNSCALE
            : bf16x6_plain (task.a, task.b, mn_major_a, mn_major_b, task.inner,
                            transposed ? col : row, transposed ? row : col);
  const float old
      = task.beta != 0 ? task.beta * task.c[row * task.ldc + col] : 0;

  return task.alpha * product
         + (task.bias != NULL ? old + task.bias[col] : old);
}

/* Adds up the parts of a tile and stores C: each block of the cluster a share
 * of the tile. */
template <typename S, int mn_major_a, int mn_major_b, bool transposed>
static __device__ __forceinline__ void
bf16x6_store (const struct bf16x6_task &task, const float *parts, int rank,
              int tile_row, int tile_col)
{
  const int width = transposed ? S::rows : S::cols;
  const int height = transposed ? S::cols : S::rows;
  const int rows = transposed ? task.b.lines : task.a.lines;
  const int cols = transposed ? task.a.lines : task.b.lines;

  for (int i = rank * S::threads + threadIdx.x; i < height * width / 4;
       i += task.splits * S::threads) {
    const int r = i / (width / 4), at = i % (width / 4) * 4;
    const int row = (transposed ? tile_col : tile_row) + r;
    const int col = (transposed ? tile_row : tile_col) + at;
    float *const c = task.c + row * task.ldc + col;
    float v[4] = {};

    if (row >= rows || col >= cols)
      continue;
#pragma unroll 4
    for (int from = 0; from < task.splits; from++)
      bf16x6_add_part (parts + r * (width + BF16X6_PADDING) + at, from, v);
#pragma unroll
    for (int e = 0; e < 4; e++)
      if (col + e < cols)
        v[e] = bf16x6_finish<mn_major_a, mn_major_b, transposed> (task, v[e],
                                                                  row, col + e);
    if (task.whole_c)
      *(float4 *)c = make_float4 (v[0], v[1], v[2], v[3]);
    else
#pragma unroll
      for (int e = 0; e < 4; e++)
        if (col + e < cols)
          c[e] = v[e];
  }
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_BF16X6_STORE_CUH */
