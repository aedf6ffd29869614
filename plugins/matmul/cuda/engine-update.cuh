/* SPDX-License-Identifier: BSD-3-Clause
 *
 * alpha A B + beta C + bias: what the engine's epilogue does to sums before it
 * stores them.
 *
 * C's old values come from memory into the buffers that the new ones are stored
 * from: TMA loads them while the tile is multiplied, once the last tile's
 * boxes have been read.  A thread then reads them where it will store its sums,
 * so that no two threads touch the same bytes, and no store to C begins before
 * all threads of the consumer have read theirs.  Of a C that TMA can't load,
 * warps load elements instead.
 *
 * Each box has a buffer of its own (engine_shape), also in the last tile, and
 * no block computes a part of a tile: the sum of all parts is what is added to.
 */
#ifndef MATMUL_ENGINE_UPDATE_CUH
#define MATMUL_ENGINE_UPDATE_CUH

#include "cuda/mbarrier.cuh"
#include "engine-position.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* For each consumer: old values have arrived. */
template <typename S>
static __device__ __forceinline__ uint64_t *
engine_old_arrived (void)
{
  __shared__ uint64_t arrived[S::consumers];

  return arrived;
}

static __device__ __forceinline__ bool
engine_loads_old_boxes (const struct engine_task &task)
{
  return task.beta != 0 && task.store_boxes;
}

/* Starts to load a consumer's boxes of a tile. */
template <typename S>
static __device__ __forceinline__ void
engine_load_old (const struct engine_task &task, int consumer, int place,
                 unsigned char *buffers, const struct engine_tile &tile)
{
  uint64_t *const arrived = engine_old_arrived<S> () + consumer;

  if (threadIdx.x % 128 != 0 || !engine_loads_old_boxes (task))
    return;
  async_drain<0> ();
  mbarrier_expect (arrived, S::boxes * S::box);
#pragma unroll
  for (int i = 0; i < S::boxes; i++) {
    const struct engine_tile at = engine_box_at<S> (task, tile, place, i);

    async_load_box (buffers + i * S::box, &task.c, at.col, at.row, arrived);
  }
}

/* Copies a box's old values to its buffer element by element, each warp those
 * that its own threads read: the other way round than engine_store_elements. */
template <typename S>
static __device__ __forceinline__ void
engine_load_old_elements (const struct engine_task &task, unsigned char *to,
                          const struct engine_tile &at)
{
  const int lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32;

  for (int r = warp * 16; r < warp * 16 + 16 && at.row + r < task.rows; r++)
    for (int e = lane; e < S::box_cols && at.col + e < task.cols; e += 32) {
      unsigned char *const there
          = to + r * 128
            + ((e * S::element_c / 16 ^ (r & 7)) * 16 + e * S::element_c % 16);
      const int64_t from = (int64_t)(at.row + r) * task.ldc + at.col + e;

      if constexpr (S::element_c == 2)
        *(uint16_t *)there = ((const uint16_t *)task.c_at)[from];
      else
        *(uint32_t *)there = ((const uint32_t *)task.c_at)[from];
    }
  __syncwarp ();
}

/* Waits until a consumer's old values are in its buffers. */
template <typename S>
static __device__ __forceinline__ void
engine_await_old (const struct engine_task &task, int consumer, int place,
                  unsigned char *buffers, const struct engine_tile &tile,
                  uint32_t phase)
{
  if (engine_loads_old_boxes (task))
    mbarrier_wait (engine_old_arrived<S> () + consumer, phase);
  else if (engine_rarely (task.beta != 0))
#pragma unroll 1
    for (int i = 0; i < S::boxes; i++)
      engine_load_old_elements<S> (task, buffers + i * S::box,
                                   engine_box_at<S> (task, tile, place, i));
}

/* Two neighbours, of 16 bits each, as floats. */
template <typename S>
static __device__ __forceinline__ float2
engine_floats_of (const struct engine_task &task, uint32_t pair)
{
  __half2 v;

  if (S::bytes ? task.c_is_bf16 : S::type == WGMMA_BF16)
    return { __uint_as_float (pair << 16),
             __uint_as_float (pair & 0xffff0000) };
  memcpy (&v, &pair, 4);
  return __half22float2 (v);
}

/* The bias of a column and its neighbour; col is even. */
template <typename S>
static __device__ __forceinline__ float2
engine_bias (const struct engine_task &task, int col)
{
  const bool both = col + 1 < task.cols;

  if (task.bias == NULL || col >= task.cols)
    return { 0, 0 };
  if constexpr (S::element_c == 4) {
    const float *const at = (const float *)task.bias + col;

    return both ? __ldg ((const float2 *)at) : float2{ __ldg (at), 0 };
  } else {
    const uint16_t *const at = (const uint16_t *)task.bias + col;

    return engine_floats_of<S> (task, both ? __ldg ((const uint32_t *)at)
                                           : (uint32_t)__ldg (at));
  }
}

/* A consumer's copy of the bias, of the columns of its tile. */
template <typename S>
static __device__ __forceinline__ float *
engine_tile_bias (int consumer)
{
  __shared__ __align__ (16) float bias[S::consumers][S::cols];

  return bias[consumer];
}

/* Loads a thread's columns of it, before the tile is multiplied. */
template <typename S>
static __device__ __forceinline__ float2
engine_load_bias (const struct engine_task &task,
                  const struct engine_tile &tile)
{
  const int col = threadIdx.x % 128 * 2;

  return engine_bias<S> (task, col < S::cols ? tile.col + col : task.cols);
}

/* Stores them, after it.  The consumer's threads synchronise before they read
 * the bias, and have after they read the last tile's. */
template <typename S>
static __device__ __forceinline__ void
engine_put_bias (int consumer, float2 bias)
{
  const int col = threadIdx.x % 128 * 2;

  if (col < S::cols)
    *(float2 *)(engine_tile_bias<S> (consumer) + col) = bias;
}

/* Reads the old values of one or two groups of 8 columns, where
 * engine_stage_straight stores sums: as words of two elements (16 bits) or of
 * one, in the order of the sums. */
template <typename S>
static __device__ __forceinline__ void
engine_read_old (uint32_t from, int i, uint32_t (&old)[4])
{
  const int lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32;

  if constexpr (S::element_c == 2) {
    const int row = warp * 16 + lane % 16, right = lane / 16;

    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 "
                 "{%0, %1, %2, %3}, [%4];"
                 : "=r"(old[0]), "=r"(old[1]), "=r"(old[2]), "=r"(old[3])
                 : "r"(from + row * 128 + (((i * 2 + right) ^ (row & 7)) << 4))
                 : "memory");
  } else {
#pragma unroll
    for (int h = 0; h < 2; h++) {
      const int row = engine_row<S> (h);

      asm volatile("ld.shared.v2.b32 {%0, %1}, [%2];"
                   : "=r"(old[h * 2]), "=r"(old[h * 2 + 1])
                   : "r"(from + row * 128
                         + ((i * 2 + lane % 4 / 2) ^ (row & 7)) * 16
                         + lane % 2 * 8)
                   : "memory");
    }
  }
}

static __device__ __forceinline__ uint32_t
engine_updated (const struct engine_task &task, uint32_t sum, float old,
                float bias)
{
  return __float_as_uint (
      fmaf (task.alpha, __uint_as_float (sum), fmaf (task.beta, old, bias)));
}

/* Makes the elements of a box of its sums.  bias: of its columns; from: its
 * buffer. */
template <typename S>
static __device__ __forceinline__ void
engine_update_box (const struct engine_task &task, const float *bias,
                   uint32_t from, const uint32_t *sums, uint32_t *out)
{
  const int groups = S::element_c == 2 ? 2 : 1; /* that are read together */
  const float2 *const biases = (const float2 *)bias + threadIdx.x % 4;

#pragma unroll
  for (int i = 0; i < 4; i++) {
    uint32_t words[4] = {};

    if (task.beta != 0)
      engine_read_old<S> (from, i, words);
#pragma unroll
    for (int g = 0; g < groups; g++) {
      const float2 own = biases[(i * groups + g) * 4];

#pragma unroll
      for (int h = 0; h < 2; h++) {
        const int s = (i * groups + g) * 4 + h * 2;
        const float2 old = S::element_c == 2
                               ? engine_floats_of<S> (task, words[g * 2 + h])
                               : float2{ __uint_as_float (words[h * 2]),
                                         __uint_as_float (words[h * 2 + 1]) };

        out[s] = engine_updated (task, sums[s], old.x, own.x);
        out[s + 1] = engine_updated (task, sums[s + 1], old.y, own.y);
      }
    }
  }
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_UPDATE_CUH */
