/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kernel of gemv: a long operand X times up to 8 vectors, Y.
 *
 * X has `lines` lines of `inner` elements; a block has some of its lines, and a
 * part of the inner dimension.  It streams X past Y: of a K-major X each warp
 * has a few lines, and its lanes read along them; of an MN-major X each lane
 * has the lines of one word, and each warp every eighth step of the inner
 * dimension.  Then the block adds up what its lanes or warps have.  Where
 * several blocks share the inner dimension, the last one of them adds what all
 * left, in a fixed order.
 *
 * Several vectors are copied to shared memory, as much of them as fits at a
 * time.  A single one is read where it is, from the caches, so that no warp
 * waits for others.
 */
#ifndef MATMUL_GEMV_CUH
#define MATMUL_GEMV_CUH

#include <stdint.h>

#include "cuda/last-block.cuh"
#include "cuda/pdl.cuh"

/* A kernel's parameter.  Strides are in elements. */
struct gemv_task {
  const void *x, *y;
  void *c;
  void *sums;        /* of the blocks that share lines; NULL: none do */
  unsigned *counter; /* of each group of lines: how many have ended */
  int64_t lines, inner, groups;
  int64_t each;    /* elements of the inner dimension that a block has */
  int64_t x_pitch; /* of X's rows in memory */
  int64_t y_line, y_inner;
  int64_t c_line, c_few;
  int few;
};

/* width: elements of a read. */
template <typename T_, int few_, int width_, bool mn_major_> struct gemv_shape {
  typedef T_ T;
  static const int few = few_, width = width_;
  static const bool mn_major = mn_major_;
  static const int warps = 8, threads = warps * 32;
  static const bool direct = few_ == 1; /* no vector in shared memory */
  /* Lines of a lane, or of a warp. */
  static const int each = mn_major_                    ? width_
                          : direct || sizeof (T_) == 8 ? 2
                                                       : 4;
  static const int batch = width_ == 1 ? 16 : 8; /* words in flight */
  static const int lines = each * (mn_major_ ? 32 : warps); /* of a block */
  /* Elements of a vector that are in shared memory at once, or that an int
   * counts. */
  static const int step = direct ? 1 << 30 : 4096 / (int)sizeof (T_);
  /* Of the inner dimension a block has multiples of so many elements. */
  static const int grain = !direct     ? step
                           : mn_major_ ? 128
                                       : 2048 / (int)sizeof (T_);
};

/* What a thread has: of each of its lines a sum for each vector. */
template <class S> struct gemv_sums {
  typename S::T of[S::each][S::few];
};

template <typename T, int width> struct alignas (sizeof (T) * width) gemv_word {
  T at[width];
};

/* The place of an element of Y in shared memory: a lane reads words along a
 * vector, or the same step of all vectors. */
template <class S>
static __device__ __forceinline__ int
gemv_place (int f, int l)
{
  return S::mn_major ? l * S::few + f : f * S::step + l;
}

/* Copies n steps of all vectors to shared memory; those that there are not are
 * zero.  All threads of the block call this. */
template <class S>
static __device__ __forceinline__ void
gemv_load (const gemv_task &t, int64_t at, int n, typename S::T *y)
{
  typedef typename S::T T;

  __syncthreads ();
  for (int i = (int)threadIdx.x; i < S::few * S::step; i += S::threads) {
    const int f = i / S::step, l = i % S::step;

    y[gemv_place<S> (f, l)]
        = f < t.few && l < n
              ? ((const T *)t.y)[f * t.y_line + (at + l) * t.y_inner]
              : T (0);
  }
  __syncthreads ();
}

/* ---- Adding n steps ----
 *
 * All words of a batch are read before one is used. */

/* A lane has word v of each of the warp's lines, and the next ones, 32 words
 * apart. */
template <class S, int words>
static __device__ __forceinline__ void
gemv_add_words (const typename S::T *const (&x)[S::each], int v,
                const typename S::T *y, gemv_sums<S> &sums)
{
  typedef gemv_word<typename S::T, S::width> word_type;
  word_type word[words][S::each];

#pragma unroll
  for (int w = 0; w < words; w++)
#pragma unroll
    for (int r = 0; r < S::each; r++)
      word[w][r] = *(const word_type *)(x[r] + (v + w * 32) * S::width);
#pragma unroll
  for (int w = 0; w < words; w++)
#pragma unroll
    for (int f = 0; f < S::few; f++) {
      const word_type by = *(
          const word_type *)(y + gemv_place<S> (f, (v + w * 32) * S::width));

#pragma unroll
      for (int r = 0; r < S::each; r++)
#pragma unroll
        for (int e = 0; e < S::width; e++)
          sums.of[r][f] += word[w][r].at[e] * by.at[e];
    }
}

/* Lines that do not exist are read as the last one. */
template <class S>
static __device__ __forceinline__ void
gemv_add_along (const gemv_task &t, int64_t first, int64_t at, int n,
                const typename S::T *y, gemv_sums<S> &sums)
{
  typedef typename S::T T;
  const int lane = (int)threadIdx.x % 32, words = n / S::width;
  const T *x[S::each];
  const int batch = S::batch / S::each;
  int v = lane;

#pragma unroll
  for (int r = 0; r < S::each; r++)
    x[r] = (const T *)t.x + min (first + r, t.lines - 1) * t.x_pitch + at;
  for (; v + (batch - 1) * 32 < words; v += batch * 32)
    gemv_add_words<S, batch> (x, v, y, sums);
  for (; v < words; v += 32)
    gemv_add_words<S, 1> (x, v, y, sums);
  /* Fewer elements than a word. */
  if (words * S::width + lane < n) {
    const int l = words * S::width + lane;

#pragma unroll
    for (int r = 0; r < S::each; r++)
#pragma unroll
      for (int f = 0; f < S::few; f++)
        sums.of[r][f] += x[r][l] * y[gemv_place<S> (f, l)];
  }
}

/* A warp has step l of the lanes' lines, and the next ones, `warps` steps
 * apart. */
template <class S, int steps>
static __device__ __forceinline__ void
gemv_add_steps (const typename S::T *x, int64_t pitch, int l,
                const typename S::T *y, gemv_sums<S> &sums)
{
  typedef gemv_word<typename S::T, S::width> word_type;
  word_type word[steps];

#pragma unroll
  for (int i = 0; i < steps; i++)
    word[i] = *(const word_type *)(x + (l + i * S::warps) * pitch);
#pragma unroll
  for (int i = 0; i < steps; i++)
#pragma unroll
    for (int f = 0; f < S::few; f++)
#pragma unroll
      for (int e = 0; e < S::width; e++)
        sums.of[e][f] += word[i].at[e] * y[gemv_place<S> (f, l + i * S::warps)];
}

/* Lanes without lines read the first ones. */
template <class S>
static __device__ __forceinline__ void
gemv_add_across (const gemv_task &t, int64_t first, int64_t at, int n,
                 const typename S::T *y, gemv_sums<S> &sums)
{
  typedef typename S::T T;
  const T *x = (const T *)t.x + at * t.x_pitch + (first < t.lines ? first : 0);
  int l = (int)threadIdx.x / 32;

  for (; l + (S::batch - 1) * S::warps < n; l += S::batch * S::warps)
    gemv_add_steps<S, S::batch> (x, t.x_pitch, l, y, sums);
  for (; l < n; l += S::warps)
    gemv_add_steps<S, 1> (x, t.x_pitch, l, y, sums);
}

/* ---- What a block has ---- */

/* Stores a line's sum: to C, or where blocks share lines for the last one. */
template <class S>
static __device__ __forceinline__ void
gemv_put (const gemv_task &t, int64_t group, int line, int f, typename S::T x)
{
  typedef typename S::T T;
  const int64_t at = group * S::lines + line;

  if (t.sums != NULL)
    ((T *)t.sums)[((group * gridDim.x + blockIdx.x) * S::few + f) * S::lines
                  + line]
        = x;
  else if (f < t.few && at < t.lines)
    ((T *)t.c)[at * t.c_line + f * t.c_few] = x;
}

/* Lane i of a warp gets sum i of all its lanes' sums, and stores it. */
template <class S>
static __device__ __forceinline__ void
gemv_join_lanes (const gemv_task &t, int64_t group, const gemv_sums<S> &sums)
{
  typedef typename S::T T;
  const int lane = (int)threadIdx.x % 32, warp = (int)threadIdx.x / 32;
  T own = T (0);

#pragma unroll
  for (int r = 0; r < S::each; r++)
#pragma unroll
    for (int f = 0; f < S::few; f++) {
      T x = sums.of[r][f];

#pragma unroll
      for (int step = 16; step > 0; step /= 2)
        x += __shfl_xor_sync (0xffffffff, x, step);
      if (lane == r * S::few + f)
        own = x;
    }
  if (lane < S::each * S::few)
    gemv_put<S> (t, group, warp * S::each + lane / S::few, lane % S::few, own);
}

/* The warps' sums are added in shared memory, where Y was. */
template <class S>
static __device__ __forceinline__ void
gemv_join_warps (const gemv_task &t, int64_t group, const gemv_sums<S> &sums,
                 typename S::T *room)
{
  typedef typename S::T T;
  const int lane = (int)threadIdx.x % 32, warp = (int)threadIdx.x / 32;

  __syncthreads ();
#pragma unroll
  for (int f = 0; f < S::few; f++)
#pragma unroll
    for (int e = 0; e < S::width; e++)
      room[(warp * S::few + f) * S::lines + lane * S::width + e]
          = sums.of[e][f];
  __syncthreads ();
  for (int i = (int)threadIdx.x; i < S::few * S::lines; i += S::threads) {
    T x = T (0);

    for (int w = 0; w < S::warps; w++)
      x += room[w * S::few * S::lines + i];
    gemv_put<S> (t, group, i % S::lines, i / S::lines, x);
  }
}

/* The last block of a group adds what all left, in the order of their parts. */
template <class S>
static __device__ __forceinline__ void
gemv_join_blocks (const gemv_task &t, int64_t group)
{
  typedef typename S::T T;
  const int64_t all = S::few * S::lines;

  /* The first thread's fence is for what all of the block have stored. */
  __syncthreads ();
  if (!is_last_block (&t.counter[group]))
    return;
  for (int i = (int)threadIdx.x; i < all; i += S::threads) {
    const T *from = (const T *)t.sums + group * gridDim.x * all + i;
    const int64_t line = group * S::lines + i % S::lines;
    const int f = i / S::lines;
    T x = T (0);

    for (unsigned split = 0; split < gridDim.x; split++)
      x += __ldcg (from + split * all);
    if (f < t.few && line < t.lines)
      ((T *)t.c)[line * t.c_line + f * t.c_few] = x;
  }
}

template <class S>
static __global__ void
__launch_bounds__ (S::threads, 2) gemv (const gemv_task t)
{
  typedef typename S::T T;
  /* Of a single vector only for the warps' sums. */
  __shared__ alignas (16)
      T room[S::direct ? S::warps * S::lines : S::few * S::step];
  const int64_t begin = blockIdx.x * t.each;
  const int64_t end = min (begin + t.each, t.inner);
  /* A lane's first line in a group, or a warp's. */
  const int own
      = S::each * (int)(S::mn_major ? threadIdx.x % 32 : threadIdx.x / 32);

  pdl_wait ();
  for (int64_t group = blockIdx.y; group < t.groups; group += gridDim.y) {
    const int64_t first = group * S::lines + own;
    gemv_sums<S> sums = {};

    for (int64_t at = begin; at < end; at += S::step) {
      const int n = (int)min (end - at, (int64_t)S::step);
      const T *y = S::direct ? (const T *)t.y + at : room;

      if (!S::direct)
        gemv_load<S> (t, at, n, room);
      if (S::mn_major)
        gemv_add_across<S> (t, first, at, n, y, sums);
      else
        gemv_add_along<S> (t, first, at, n, y, sums);
    }
    if (S::mn_major)
      gemv_join_warps<S> (t, group, sums, room);
    else
      gemv_join_lanes<S> (t, group, sums);
    if (t.sums != NULL)
      gemv_join_blocks<S> (t, group);
  }
}

#endif /* MATMUL_GEMV_CUH */
