/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The engine's tiles of 128 or 64 rows and as many columns as fit the problem:
 * any multiple of 8.  If multiprocessors have a tile each, or two, the widest
 * tile that leaves none of them idle is the fastest.
 *
 * A kernel for each width would take minutes to compile.  Here only the loops
 * of wgmmas are for one width each, 1.5 KB of code; all else has it from the
 * task.  The instruction's columns are those of an operand whose lines follow
 * the inner dimension, in which a tile may begin at any line; the other
 * operand has boxes of 64 lines.
 *
 * Where all matrices are row-major, that operand is A: so C's transpose is
 * computed, and transposed on its way into shared memory.  There a consumer's
 * part is 64 columns of C, 128 bytes, and a row for each column of the tile,
 * which TMA stores as one box.  If B's lines follow the inner dimension, the
 * tile is stored as others are, in boxes of 64 columns, of which the last may
 * be a part, which the threads store themselves.
 *
 * H200, bf16, C of 832 x 3968 by 2304: 33.6 us by the other tiles, 25.4 by 124
 * of 128 x 208.
 */
#ifndef MATMUL_ENGINE_FITTED_CUH
#define MATMUL_ENGINE_FITTED_CUH

#include "engine-multiply.cuh"
#include "engine-store.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* Like engine_multiply, of a tile of `first` to `last` columns. */
template <typename S, int first = engine_fewest_columns,
          int last = engine_most_columns>
static __device__ __forceinline__ void
engine_multiply_fitted (const struct engine_task &task, int steps, int place,
                        uint32_t memory, uint64_t *full, int giver,
                        const struct engine_empty_signal &signal,
                        struct stage_turn &ring,
                        uint32_t (&sums)[S::high][S::cols / 2])
{
  constexpr int half = first + (last - first) / 16 * 8;

  if constexpr (first == last)
    engine_multiply<S, first> (task, steps, false, place, memory, full, giver,
                               signal, ring, sums);
  else if (engine_cols<S> (task) <= half)
    engine_multiply_fitted<S, first, half> (task, steps, place, memory, full,
                                            giver, signal, ring, sums);
  else
    engine_multiply_fitted<S, half + 8, last> (task, steps, place, memory, full,
                                               giver, signal, ring, sums);
}

/* Stores a consumer's sums to shared memory, swizzled: 16 columns at a time,
 * each of which becomes a row. */
template <typename S>
static __device__ __forceinline__ void
engine_stage_fitted (const struct engine_task &task, uint32_t to,
                     const uint32_t (&sums)[S::cols / 2], bool active)
{
  const int lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32;
  const int row = lane / 16 * 8 + lane % 8, chunk = warp * 2 + lane / 8 % 2;
  const uint32_t at = to + row * 128 + ((chunk ^ lane % 8) << 4);
  const int width = engine_cols<S> (task);

#pragma unroll
  for (int i = 0; i < S::cols / 16; i++) {
    const uint32_t *const s = sums + i * 8;

    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %5, 0;\n"
                 "@p stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 "
                 "[%0], {%1, %2, %3, %4};\n"
                 "}"
                 :
                 : "r"(at + i * 2048), "r"(engine_pair<S> (task, s[0], s[1])),
                   "r"(engine_pair<S> (task, s[2], s[3])),
                   "r"(engine_pair<S> (task, s[4], s[5])),
                   "r"(engine_pair<S> (task, s[6], s[7])),
                   "r"((uint32_t)(active && i * 16 < width))
                 : "memory");
  }
}

/* Stores what is staged element by element, if rows of C are no multiple of 16
 * bytes: a row a warp. */
template <typename S>
static __device__ __forceinline__ void
engine_store_fitted_elements (const struct engine_task &task,
                              const unsigned char *from, int row, int col)
{
  const int lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32;
  const int width = min (engine_cols<S> (task), task.cols - col);

#pragma unroll 1
  for (int r = warp; r < width; r += 4)
#pragma unroll 1
    for (int c = lane; c < 64 && row + c < task.rows; c += 32)
      ((uint16_t *)task.c_at)[(col + r) * task.ldc + row + c]
          = *(const uint16_t *)(from + r * 128 + ((c / 8 ^ (r & 7)) * 16)
                                + c % 8 * 2);
}

/* Stores C's transpose. */
template <typename S>
static __device__ __forceinline__ void
engine_store_turned (const struct engine_task &task, int consumer, int place,
                     unsigned char *to, bool active,
                     const struct engine_tile &tile,
                     const uint32_t (&sums)[S::cols / 2])
{
  const int row = tile.row + place * 64;

  engine_stage_fitted<S> (task, async_shared (to), sums, active);
  async_fence ();
  engine_sync_consumer (consumer);
  if (active && engine_rarely (!task.store_boxes))
    engine_store_fitted_elements<S> (task, to, row, tile.col);
  else if (active && threadIdx.x % 128 == 0)
    async_store_box (&task.c, to, row, tile.col);
}

/* Stores the columns of a staged box that the tile has. */
template <typename S>
static __device__ __forceinline__ void
engine_store_columns (const struct engine_task &task, const unsigned char *from,
                      struct engine_tile at, int width)
{
  if (width >= S::box_cols) {
    engine_store_box<S> (task, from, at);
    return;
  }
  at.end = task.rows;
  engine_store_rows<S> (task, from, at, min (task.cols, at.col + width));
}

/* Stores C. */
template <typename S>
static __device__ __forceinline__ void
engine_store_straight (const struct engine_task &task, int consumer, int place,
                       unsigned char *to, bool active,
                       const struct engine_tile &tile,
                       const uint32_t (&sums)[S::cols / 2])
{
  const int width = engine_cols<S> (task);

#pragma unroll
  for (int i = 0; i < S::boxes; i++)
    if (i * S::box_cols < width)
      engine_stage_box<S> (task, 0, async_shared (to + i * S::box),
                           &sums[i * S::box_cols / 2], active);
  async_fence ();
  engine_sync_consumer (consumer);
  if (active)
#pragma unroll 1
    for (int i = 0; i * S::box_cols < width; i++)
      engine_store_columns<S> (task, to + i * S::box,
                               engine_box_at<S> (task, tile, place, i),
                               width - i * S::box_cols);
}

/* Like engine_store. */
template <typename S>
static __device__ __forceinline__ void
engine_store_fitted (const struct engine_task &task, int consumer, int place,
                     struct engine_buffers &buffers, bool all, bool active,
                     const struct engine_tile &tile,
                     const uint32_t (&sums)[S::high][S::cols / 2])
{
  static_assert (S::high == 1 && S::batch == S::boxes, "a buffer for each box");
  unsigned char *const to
      = all ? buffers.all : engine_next_buffers<S> (buffers, consumer);

  if constexpr (S::transposed)
    engine_store_turned<S> (task, consumer, place, to, active, tile, sums[0]);
  else
    engine_store_straight<S> (task, consumer, place, to, active, tile, sums[0]);
  if (threadIdx.x % 128 == 0)
    async_commit ();
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_FITTED_CUH */
