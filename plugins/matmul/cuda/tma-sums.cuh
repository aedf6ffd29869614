/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The epilogue of tma.cuh: a block's sums go to C or, if blocks share a tile
 * (stream-k.h), through the workspace to the block that has the tile's end.
 * Each warp does so for itself.
 */
#ifndef MATMUL_TMA_SUMS_CUH
#define MATMUL_TMA_SUMS_CUH

#include "cuda/flag.cuh"
#include "tma-task.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

template <typename S>
using tma_sums = fma_vector<typename S::type>[S::thread_rows][S::vectors];

/* If vectors of sums are stored, ptxas gives a vector consecutive registers
 * from the loop on, which then has more bank conflicts.  The XOR with an
 * unknown zero hides that the same values are stored. */
template <typename S>
static __device__ __forceinline__ void
tma_unbind (uint32_t zero, tma_sums<S> &sums)
{
#pragma unroll
  for (int i = 0; i < S::thread_rows * S::vectors; i++) {
    uint4 bits;

    memcpy (&bits, &sums[i / S::vectors][i % S::vectors], sizeof bits);
    bits = make_uint4 (bits.x ^ zero, bits.y ^ zero, bits.z ^ zero,
                       bits.w ^ zero);
    memcpy (&sums[i / S::vectors][i % S::vectors], &bits, sizeof bits);
  }
}

/* Row i of a thread's sums, from its first one. */
template <typename S>
static __device__ __forceinline__ int
tma_row_of (int i)
{
  return i / S::n * 8 * S::n + i % S::n;
}

/* row, col: of a thread's first sum. */
template <typename S>
static __device__ __forceinline__ void
tma_store_at (const struct fma_task &task, int64_t row, int64_t col,
              const tma_sums<S> &sums)
{
#pragma unroll
  for (int i = 0; i < S::thread_rows; i++)
#pragma unroll
    for (int j = 0; j < S::vectors; j++)
      fma_store<S> (task, row + tma_row_of<S> (i), col + j * 4 * S::n,
                    sums[i][j]);
}

template <typename S>
static __device__ __forceinline__ void
tma_store (const tma_task_of<S> &task, const tma_walk<S> &walk,
           const tma_sums<S> &sums)
{
  const tile_position<S::batched> at = tma_tile_of<S> (task, walk);
  /* The shuffle, which changes nothing, keeps the compiler from holding the
   * position in registers over the multiplications, for which there are too few
   * in a batch. */
  const struct fma_position p = tma_find_position<S> (
      S::batched ? __shfl_sync (~0U, (int)threadIdx.x, (int)threadIdx.x % 32)
                 : (int)threadIdx.x);
  const int64_t row = (int64_t)at.down * S::rows + p.row;
  const int64_t col = (int64_t)at.across * S::cols + p.col;

  if constexpr (S::batched) {
    struct fma_task of_product = task.fma;

    of_product.c = static_cast<typename S::type *> (task.fma.c)
                   + at.product * task.stride_c;
    tma_store_at<S> (of_product, row, col, sums);
  } else {
    tma_store_at<S> (task.fma, row, col, sums);
  }
}

/* A warp's partial sums of a tile: a lane's first vector, and the flag that is
 * set when they are there. */
template <typename S> struct tma_partial {
  fma_vector<typename S::type> *sums;
  unsigned *ready;
};

template <typename S>
static __device__ __forceinline__ struct tma_partial<S>
tma_partial_of (const struct tma_task &task, int block) {
  const int64_t warp = (int64_t)block * (S::threads / 32) + threadIdx.x / 32;

  struct tma_partial<S> partial;

  partial.sums = static_cast<fma_vector<typename S::type> *> (task.partials)
                 + warp * (S::thread_rows * S::vectors * 32) + threadIdx.x % 32;
  partial.ready = task.ready + warp;
  return partial;
}

template <typename S>
static __device__ __forceinline__ void
tma_store_partial (const struct tma_task &task, const tma_sums<S> &sums)
{
  const struct tma_partial<S> to = tma_partial_of<S> (task, (int)blockIdx.x);

#pragma unroll
  for (int i = 0; i < S::thread_rows * S::vectors; i++)
    to.sums[i * 32] = sums[i / S::vectors][i % S::vectors];
  __syncwarp ();
  if (threadIdx.x % 32 == 0)
    flag_raise (to.ready);
}

/* Adds the other blocks' partial sums of this tile, whose end this block has:
 * in a fixed order, whichever finishes first. */
template <typename S>
static __device__ __forceinline__ void
tma_add_partials (const struct tma_task &task, int tile, tma_sums<S> &sums)
{
  const int64_t begin = (int64_t)tile * task.tiles.steps;
  int block = (int)blockIdx.x;

  do {
    const struct tma_partial<S> from = tma_partial_of<S> (task, --block);

    if (threadIdx.x % 32 == 0)
      flag_wait_and_clear (from.ready);
    __syncwarp ();
#pragma unroll
    for (int i = 0; i < S::thread_rows * S::vectors; i++) {
      const uint4 bits
          = __ldcg (reinterpret_cast<const uint4 *> (&from.sums[i * 32]));
      fma_vector<typename S::type> part;

      memcpy (&part, &bits, sizeof part);
#pragma unroll
      for (int e = 0; e < S::n; e++)
        sums[i / S::vectors][i % S::vectors].x[e] += part.x[e];
    }
  } while (stream_k_begin (&task.tiles, block) > begin);
}

/* Reads n neighbours of a row of C, or of the bias.  inside: all of them are
 * inside, at a multiple of 16 bytes. */
template <typename S, bool inside>
static __device__ __forceinline__ fma_vector<typename S::type>
tma_read_old (const typename S::type *from, int64_t left)
{
  fma_vector<typename S::type> v = {};

  if (inside) {
    const uint4 bits = __ldcg (reinterpret_cast<const uint4 *> (from));

    memcpy (&v, &bits, sizeof v);
  } else {
#pragma unroll
    for (int e = 0; e < S::n; e++)
      if (e < left)
        v.x[e] = __ldcg (from + e);
  }
  return v;
}

/* Stores n neighbours: the other way round. */
template <typename S, bool inside>
static __device__ __forceinline__ void
tma_write_new (typename S::type *to, const fma_vector<typename S::type> &v,
               int64_t left)
{
  if (inside)
    *reinterpret_cast<fma_vector<typename S::type> *> (to) = v;
  else
#pragma unroll
    for (int e = 0; e < S::n; e++)
      if (e < left)
        to[e] = v.x[e];
}

/* Stores C = alpha sums + beta C + bias; row, col: of a thread's first sum. The
 * old values of a row are in flight at once; tma_prefetch_old has loaded them
 * to L2.  With those of two rows, ptxas chooses registers that have bank
 * conflicts in the loop. */
template <typename S, bool inside>
static __device__ __forceinline__ void
tma_store_updated (const struct tma_update_task &task, int64_t row, int64_t col,
                   const tma_sums<S> &sums)
{
  using vector = fma_vector<typename S::type>;
  const struct fma_task &fma = task.fma;
  float *const c = static_cast<float *> (fma.c) + row * fma.ldc + col;
  const int64_t down = fma.rows - row, right = fma.cols - col;
  const int across = 4 * S::n;
  vector bias[S::vectors] = {};

  if (task.bias != nullptr)
#pragma unroll
    for (int j = 0; j < S::vectors; j++)
      bias[j] = tma_read_old<S, inside> (task.bias + col + j * across,
                                         right - j * across);
#pragma unroll
  for (int i = 0; i < S::thread_rows; i++) {
    const int r = tma_row_of<S> (i);
    vector old[S::vectors] = {};

    if (task.beta != 0)
#pragma unroll
      for (int j = 0; j < S::vectors; j++)
        old[j] = tma_read_old<S, inside> (c + r * fma.ldc + j * across,
                                          r < down ? right - j * across : 0);
#pragma unroll
    for (int j = 0; j < S::vectors; j++) {
#pragma unroll
      for (int e = 0; e < S::n; e++)
        old[j].x[e] = task.alpha * sums[i][j].x[e]
                      + (task.beta * old[j].x[e] + bias[j].x[e]);
      tma_write_new<S, inside> (c + r * fma.ldc + j * across, old[j],
                                r < down ? right - j * across : 0);
    }
  }
}

template <typename S>
static __device__ __forceinline__ void
tma_update (const struct tma_update_task &task, int tile,
            const tma_sums<S> &sums)
{
  const struct bands_position at = bands_position (&task.tiles.bands, tile);
  const struct fma_position p = tma_find_position<S> (threadIdx.x);
  const int64_t row = (int64_t)at.down * S::rows;
  const int64_t col = (int64_t)at.across * S::cols;

  if (task.fma.aligned_c && row + S::rows <= task.fma.rows
      && col + S::cols <= task.fma.cols)
    tma_store_updated<S, true> (task, row + p.row, col + p.col, sums);
  else
    tma_store_updated<S, false> (task, row + p.row, col + p.col, sums);
}

/* Starts to load the old values of a tile to L2, if the block has its end: a
 * row a thread. */
template <typename S>
static __device__ __forceinline__ void
tma_prefetch_old (const struct tma_update_task &task,
                  const struct stream_k_part &part, int thread)
{
  const struct bands_position at
      = bands_position (&task.tiles.bands, part.tile);
  const int64_t row = (int64_t)at.down * S::rows + thread;
  const int64_t col = (int64_t)at.across * S::cols;
  const int64_t bytes
      = min (int64_t (S::cols), task.fma.cols - col) * sizeof (float);

  if (task.beta != 0 && part.end == task.tiles.steps && task.fma.aligned_c
      && row < task.fma.rows)
    async_prefetch_l2 (static_cast<const float *> (task.fma.c)
                           + row * task.fma.ldc + col,
                       (uint32_t)bytes / 16 * 16);
}

template <typename S>
static __device__ __forceinline__ void
tma_finish (const tma_task_of<S> &task, const tma_walk<S> &walk,
            tma_sums<S> &sums)
{
  const struct stream_k_part &part = walk.part;

  tma_unbind<S> (task.zero, sums);
  if constexpr (S::batched) {
    tma_store<S> (task, walk, sums);
    return;
  }
  if (part.end < task.tiles.steps) {
    tma_store_partial<S> (task, sums);
    return;
  }
  if (part.first > 0)
    tma_add_partials<S> (task, part.tile, sums);
  if constexpr (S::updated)
    tma_update<S> (task, part.tile, sums);
  else
    tma_store<S> (task, walk, sums);
}
#endif

#endif /* MATMUL_TMA_SUMS_CUH */
