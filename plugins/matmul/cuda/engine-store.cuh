/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The engine's epilogue: a consumer stores its sums through shared memory, in
 * boxes of 64 rows of 128 bytes, by TMA where possible.
 */
#ifndef MATMUL_ENGINE_STORE_CUH
#define MATMUL_ENGINE_STORE_CUH

#include <string.h>
#include <type_traits>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "cuda/async-copy.cuh"
#include "engine-position.cuh"
#include "engine-update.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* A barrier for the threads of a consumer. */
static __device__ __forceinline__ void
engine_sync_consumer (int consumer)
{
  asm volatile("bar.sync %0, 128;" : : "r"(1 + consumer) : "memory");
}

/* A barrier for the threads of all consumers. */
template <typename S>
static __device__ __forceinline__ void
engine_sync_all (void)
{
  asm volatile("bar.sync %0, %1;"
               :
               : "n"(1 + S::consumers), "n"(S::consumers * 128)
               : "memory");
}

/* Rounds two sums to 16 bits.  Floats of 8 bits have results of either type. */
template <typename S>
static __device__ __forceinline__ uint32_t
engine_pair (const struct engine_task &task, uint32_t low, uint32_t high)
{
  const float x = __uint_as_float (low), y = __uint_as_float (high);
  uint32_t pair;

  if (S::bytes ? task.c_is_bf16 : S::type == WGMMA_BF16) {
    const __nv_bfloat162 v = __floats2bfloat162_rn (x, y);

    memcpy (&pair, &v, 4);
  } else {
    const __half2 v = __floats2half2_rn (x, y);

    memcpy (&pair, &v, 4);
  }
  return pair;
}

/* Stores the sums of a box, 64 rows of 128 bytes, to shared memory, swizzled.
 */
template <typename S>
static __device__ __forceinline__ void
engine_stage_straight (const struct engine_task &task, uint32_t to,
                       const uint32_t *sums, bool active)
{
  const int lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32;

  if constexpr (S::element_c == 2) {
    /* stmatrix stores matrices of 8 x 8: the one of four that this lane gives a
     * row's address of. */
    const int row = warp * 16 + lane % 16, right = lane / 16;

#pragma unroll
    for (int i = 0; i < 4; i++) {
      const uint32_t *s = sums + i * 8;
      const uint32_t at = to + row * 128 + (((i * 2 + right) ^ (row & 7)) << 4);

      asm volatile("{\n"
                   ".reg .pred p;\n"
                   "setp.ne.b32 p, %5, 0;\n"
                   "@p stmatrix.sync.aligned.m8n8.x4.shared.b16 "
                   "[%0], {%1, %2, %3, %4};\n"
                   "}"
                   :
                   : "r"(at), "r"(engine_pair<S> (task, s[0], s[1])),
                     "r"(engine_pair<S> (task, s[2], s[3])),
                     "r"(engine_pair<S> (task, s[4], s[5])),
                     "r"(engine_pair<S> (task, s[6], s[7])),
                     "r"((uint32_t)active)
                   : "memory");
    }
  } else {
    /* Half a warp stores four rows at once, to the same banks but for the
     * swizzle, which does not separate rows 2 n and 2 n + 1: so odd rows store
     * the last four of the row's eight 16-byte chunks first. */
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
      for (int h = 0; h < 2; h++) {
        const int row = engine_row<S> (h);
        const bool odd = row & 1;
        const uint32_t *const even_sums = sums + i * 4 + h * 2;
        const uint32_t *const odd_sums = sums + (i ^ 2) * 4 + h * 2;
        const int column = odd ? i ^ 2 : i;
        const int chunk = (column * 2 + lane % 4 / 2) ^ (row & 7);

        asm volatile("{\n"
                     ".reg .pred p;\n"
                     "setp.ne.b32 p, %3, 0;\n"
                     "@p st.shared.v2.b32 [%0], {%1, %2};\n"
                     "}"
                     :
                     : "r"(to + row * 128 + chunk * 16 + lane % 2 * 8),
                       "r"(odd ? odd_sums[0] : even_sums[0]),
                       "r"(odd ? odd_sums[1] : even_sums[1]),
                       "r"((uint32_t)active)
                     : "memory");
      }
  }
}

/* If C is the transpose of what is computed, a box is of 32 columns of sums:
 * two of 32 x 32 elements side by side in C.  Returns where row r of these, in
 * C, has column c of the 64. */
template <typename S>
static __device__ __forceinline__ uint32_t
engine_transposed_at (uint32_t to, int r, int c)
{
  return to + c / 32 * (S::box / 2) + r * 128 + ((c % 32 / 4) ^ (r & 7)) * 16
         + c % 4 * 4;
}

template <typename S>
static __device__ __forceinline__ void
engine_stage_transposed (uint32_t to, const uint32_t *sums, bool active)
{
  const int lane = threadIdx.x % 32;

#pragma unroll
  for (int i = 0; i < 4; i++)
#pragma unroll
    for (int e = 0; e < 4; e++) {
      const int r = i * 8 + lane % 4 * 2 + e % 2;

      asm volatile(
          "{\n"
          ".reg .pred p;\n"
          "setp.ne.b32 p, %2, 0;\n"
          "@p st.shared.b32 [%0], %1;\n"
          "}"
          :
          : "r"(engine_transposed_at<S> (to, r, engine_row<S> (e / 2))),
            "r"(sums[i * 4 + e]), "r"((uint32_t)active)
          : "memory");
    }
}

/* Likewise, of factors of 8 bits, whose rows come in pairs (engine_row). */
template <typename S>
static __device__ __forceinline__ void
engine_stage_pairs_transposed (uint32_t to, const uint32_t *sums, bool active)
{
  const int lane = threadIdx.x % 32;

#pragma unroll
  for (int i = 0; i < 4; i++)
#pragma unroll
    for (int e = 0; e < 2; e++) {
      const int r = i * 8 + lane % 4 * 2 + e;

      asm volatile("{\n"
                   ".reg .pred p;\n"
                   "setp.ne.b32 p, %3, 0;\n"
                   "@p st.shared.v2.b32 [%0], {%1, %2};\n"
                   "}"
                   :
                   : "r"(engine_transposed_at<S> (to, r, engine_row<S> (0))),
                     "r"(sums[i * 4 + e]), "r"(sums[i * 4 + 2 + e]),
                     "r"((uint32_t)active)
                   : "memory");
    }
}

template <typename S>
static __device__ __forceinline__ void
engine_stage_box (const struct engine_task &task, int plane, uint32_t to,
                  const uint32_t *sums, bool active)
{
  if constexpr (S::factors == ENGINE_RESIDUES)
    engine_stage_residues (to, sums, task.moduli[plane], active);
  else if constexpr (S::transposed && S::type == WGMMA_TF32)
    engine_stage_transposed<S> (to, sums, active);
  else if constexpr (S::transposed)
    engine_stage_pairs_transposed<S> (to, sums, active);
  else
    engine_stage_straight<S> (task, to, sums, active);
}

/* Stores a staged box to C element by element, if its rows are no multiple of
 * 16 bytes, which TMA requires.  The code is short, as it is in the way of the
 * usual case: with eight words in flight, which gained 5 % here, 1024^3 in bf16
 * took 9.0 instead of 8.4 us. */
template <typename S>
static __device__ __forceinline__ void
engine_store_elements (const struct engine_task &task,
                       const unsigned char *from, int row, int col, int product)
{
  const int lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32;
  const int64_t first = S::batched ? product * task.stride_c : 0;

  for (int r = warp * 16; r < warp * 16 + 16 && row + r < task.rows; r++)
    for (int e = lane; e < S::box_cols && col + e < task.cols; e += 32) {
      const unsigned char *at
          = from + r * 128
            + ((e * S::element_c / 16 ^ (r & 7)) * 16 + e * S::element_c % 16);
      const int64_t to = first + (int64_t)(row + r) * task.ldc + col + e;

      if constexpr (S::element_c == 2)
        ((uint16_t *)task.c_at)[to] = *(const uint16_t *)at;
      else
        ((uint32_t *)task.c_at)[to] = *(const uint32_t *)at;
    }
}

/* Stores the rows of a staged box before at.end, as those of a group, as far as
 * they are in C's first columns: TMA would store all.  A thread has 16 bytes of
 * a row. */
template <typename S>
static __device__ __forceinline__ void
engine_store_rows (const struct engine_task &task, const unsigned char *from,
                   const struct engine_tile &at, int cols)
{
  const int lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32;
  const int each = 16 / S::element_c, chunk = lane % 8;
  const int col = at.col + chunk * each;
  const int inside = cols - col < each ? cols - col : each;

#pragma unroll 1
  for (int r = warp * 16 + lane / 8; r < warp * 16 + 16 && at.row + r < at.end;
       r += 4) {
    const unsigned char *const here = from + r * 128 + (chunk ^ (r & 7)) * 16;
    unsigned char *const to = (unsigned char *)task.c_at
                              + ((at.row + r) * task.ldc + col) * S::element_c;

    if (task.store_boxes && inside == each)
      *(uint4 *)to = *(const uint4 *)here;
    else
#pragma unroll 1
      for (int e = 0; e < inside; e++)
        if constexpr (S::element_c == 2)
          ((uint16_t *)to)[e] = ((const uint16_t *)here)[e];
        else
          ((uint32_t *)to)[e] = ((const uint32_t *)here)[e];
  }
}

/* As engine_store_elements; a row of sums is a column of C. */
template <typename S>
static __device__ __forceinline__ void
engine_store_transposed (const struct engine_task &task,
                         const unsigned char *from, int row, int col)
{
  const int lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32;

  for (int r = warp * 8; r < warp * 8 + 8 && col + r < task.cols; r++)
    for (int c = lane; c < 64 && row + c < task.rows; c += 32)
      ((uint32_t *)task.c_at)[(int64_t)(col + r) * task.ldc + row + c]
          = *(const uint32_t *)(from + c / 32 * (S::box / 2) + r * 128
                                + ((c % 32 / 4) ^ (r & 7)) * 16 + c % 4 * 4);
}

/* Stores a box from shared memory to C. */
template <typename S>
static __device__ __forceinline__ void
engine_store_box (const struct engine_task &task, const unsigned char *from,
                  struct engine_tile at)
{
  const bool first = threadIdx.x % 128 == 0;

  if constexpr (S::transposed) {
    if (engine_rarely (!task.store_boxes))
      engine_store_transposed<S> (task, from, at.row, at.col);
    else if (first) {
      async_store_box (&task.c, from, at.row, at.col);
      async_store_box (&task.c, from + S::box / 2, at.row + 32, at.col);
    }
  } else if constexpr (S::grouped) {
    if (engine_rarely (!task.store_boxes || at.row + 64 > at.end))
      engine_store_rows<S> (task, from, at, task.cols);
    else if (first)
      async_store_box (&task.c, from, at.col, at.row);
  } else if (engine_rarely (!task.store_boxes))
    engine_store_elements<S> (task, from, at.row, at.col, at.plane);
  else if (first && S::batched)
    async_store_box_of (&task.c, from, at.col, at.row, at.plane);
  else if (first)
    async_store_box (&task.c, from, at.col, at.row);
}

/* Stores two neighbours of a row of sums. */
template <typename S>
static __device__ __forceinline__ void
engine_put_pair (const struct engine_task &task, int row, int col, uint32_t v,
                 uint32_t w)
{
  using element = std::conditional_t<S::element_c == 2, uint16_t, uint32_t>;
  using pair = std::conditional_t<S::element_c == 2, uint32_t, uint2>;
  const bool both = col + 1 < task.cols;
  const int64_t at
      = S::transposed ? col * task.ldc + row : row * task.ldc + col;
  element *const to = (element *)task.c_at + at;

  if (row >= task.rows || col >= task.cols)
    return;
  if constexpr (S::element_c == 2) {
    v = engine_pair<S> (task, v, w);
    w = v >> 16;
  }
  if (!S::transposed && task.ldc % 2 == 0 && both) {
    if constexpr (S::element_c == 2)
      *(pair *)to = v;
    else
      *(pair *)to = make_uint2 (v, w);
    return;
  }
  to[0] = (element)v;
  if (both)
    to[S::transposed ? task.ldc : 1] = (element)w;
}

/* Stores a tile that is too narrow for boxes. */
template <typename S>
static __device__ __forceinline__ void
engine_store_narrow (const struct engine_task &task,
                     const struct engine_tile &tile, int place, bool active,
                     const uint32_t (&sums)[S::high][S::cols / 2])
{
  const int row = tile.row + place * 64, col = threadIdx.x % 4 * 2 + tile.col;

  static_assert (S::high == 1 && !S::batched && !S::transposed, "");
#pragma unroll
  for (int i = 0; i < S::cols / 8; i++)
#pragma unroll
    for (int half = 0; half < 2; half++)
      if (active)
        engine_put_pair<S> (task, row + engine_row<S> (half), col + i * 8,
                            sums[0][i * 4 + half * 2],
                            sums[0][i * 4 + half * 2 + 1]);
}

/* Buffers that boxes are stored from: `all` has one for each box, else `some`
 * are used in turn. */
struct engine_buffers {
  unsigned char *all, *some;
  int next;
};

template <typename S>
static __device__ __forceinline__ unsigned char *
engine_next_buffers (struct engine_buffers &buffers, int consumer)
{
  unsigned char *const at = buffers.some + buffers.next * S::box;

  buffers.next = (buffers.next + S::batch) % S::buffers;
  /* The last stores from these buffers have been read. */
  if (threadIdx.x % 128 == 0)
    async_drain<S::buffers / S::batch - 1> ();
  engine_sync_consumer (consumer);
  return at;
}

/* Stores a consumer's rows of a tile to C; all: there is a buffer for each box.
 * phase: of the arrival of old values, where there are some.  If not active
 * nothing is stored, but the code gets into the instruction cache. */
template <typename S>
static __device__ __forceinline__ void
engine_store (const struct engine_task &task, int consumer, int place,
              struct engine_buffers &buffers, bool all, bool active,
              struct engine_tile tile, uint32_t phase,
              const uint32_t (&sums)[S::high][S::cols / 2])
{
  static_assert (!S::updated || S::batch == S::boxes, "a buffer for each box");
  const int across = S::cols / S::box_cols;

#pragma unroll
  for (int first = 0; first < S::boxes; first += S::batch) {
    unsigned char *const to = all ? buffers.all + first * S::box
                                  : engine_next_buffers<S> (buffers, consumer);

    if constexpr (S::updated)
      if (active)
        engine_await_old<S> (task, consumer, place, to, tile, phase);
#pragma unroll
    for (int i = 0; i < S::batch; i++) {
      const uint32_t box = async_shared (to + i * S::box);
      const uint32_t *const of_box
          = &sums[(first + i) / across][(first + i) % across * S::box_cols / 2];

      if constexpr (S::updated) {
        uint32_t updated[S::box_cols / 2];

        engine_update_box<S> (task,
                              engine_tile_bias<S> (consumer)
                                  + (first + i) % across * S::box_cols,
                              box, of_box, updated);
        engine_stage_box<S> (task, tile.plane, box, updated, active);
      } else
        engine_stage_box<S> (task, tile.plane, box, of_box, active);
    }
    async_fence ();
    engine_sync_consumer (consumer);
    if (active)
      for (int i = 0; i < S::batch; i++)
        engine_store_box<S> (task, to + i * S::box,
                             engine_box_at<S> (task, tile, place, first + i));
    if (threadIdx.x % 128 == 0)
      async_commit ();
  }
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_STORE_CUH */
