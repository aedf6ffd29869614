/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A tile: what a block reads once, holds in registers, scans and writes.
 *
 * A thread reads words of 16 bytes.  The words that a warp reads at once follow
 * each other, so that its accesses coalesce, and so do a warp's rows of 32
 * words; a warp's rows follow those of the warp before it.  Threads exchange
 * the sums of words by shuffles, all rows at a time: no element goes through
 * shared memory, only a sum for each warp.
 */
#ifndef SCAN_TILE_CUH
#define SCAN_TILE_CUH

#include <string.h>

#include "type.cuh"

enum { WARP = 32, MOST_WARPS = 32 };
static const unsigned all_lanes = 0xffffffff;

/* Elements of a word. */
template <typename T>
static __host__ __device__ constexpr int
word_elements (void)
{
  return 16 / (int)sizeof (T);
}

/* Elements of a tile. */
template <typename T, int words>
static __host__ __device__ constexpr int
tile_elements (int threads)
{
  return threads * words * word_elements<T> ();
}

static __device__ __forceinline__ int
lane_of_thread (void)
{
  return (int)threadIdx.x % WARP;
}

static __device__ __forceinline__ int
warp_of_thread (void)
{
  return (int)threadIdx.x / WARP;
}

/* ---- Warps ---- */

/* Returns in each lane the sum of the lanes up to it; each: of every so many,
 * from this lane backwards. */
template <int each = 1, typename T>
static __device__ __forceinline__ T
scan_lanes (T x)
{
#pragma unroll
  for (unsigned step = each; step < WARP; step *= 2) {
    const T y = __shfl_up_sync (all_lanes, x, step);

    if (lane_of_thread () >= (int)step)
      x += y;
  }
  return x;
}

/* Returns in each lane the sum of the lanes before it, of what scan_lanes
 * returned. */
template <int each = 1, typename T>
static __device__ __forceinline__ T
lanes_before (T scanned)
{
  const T x = __shfl_up_sync (all_lanes, scanned, each);

  return lane_of_thread () >= each ? x : T (0);
}

/* Returns in each lane the sum of all. */
template <typename T>
static __device__ __forceinline__ T
add_lanes (T x)
{
#pragma unroll
  for (int step = WARP / 2; step > 0; step /= 2)
    x += __shfl_xor_sync (all_lanes, x, step);
  return x;
}

/* ---- Tiles ---- */

template <typename T> struct word_of {
  T at[16 / sizeof (T)];
};

template <typename T, int words> struct tile {
  word_of<T> held[words];
  T before[words]; /* what the warp has before the word, after scan_warp */
};

/* Returns where in a tile the first of a thread's words begins; the next ones
 * are 32 words apart each. */
template <typename T, int words>
static __device__ __forceinline__ int
first_element (void)
{
  return (warp_of_thread () * words * WARP + lane_of_thread ())
         * word_elements<T> ();
}

/* Returns how many elements a tile that begins at `begin` has. */
template <typename T, int words>
static __device__ __forceinline__ int
count_elements (int64_t begin, int64_t n, int threads)
{
  return (int)min (n - begin, (int64_t)tile_elements<T, words> (threads));
}

/* Loads a tile of so many threads, by default all of the block; 0 where there
 * is no element. */
template <typename T, int words>
static __device__ __forceinline__ void
load_tile (tile<T, words> &of, const T *src, int64_t begin, int64_t n,
           int threads = (int)blockDim.x)
{
  const int row = WARP * word_elements<T> ();
  const int at = first_element<T, words> ();
  const int rest = count_elements<T, words> (begin, n, threads);

  src += begin + at;
  if (rest == tile_elements<T, words> (threads)) {
#pragma unroll
    for (int w = 0; w < words; w++) {
      const uint4 *from = (const uint4 *)(src + w * row);
      const uint4 bits = *from;

      memcpy (&of.held[w], &bits, sizeof bits);
    }
    return;
  }
#pragma unroll
  for (int w = 0; w < words; w++)
#pragma unroll
    for (int i = 0; i < word_elements<T> (); i++)
      of.held[w].at[i] = at + w * row + i < rest ? src[w * row + i] : T (0);
}

/* Returns what a thread has in all. */
template <typename T, int words>
static __device__ __forceinline__ T
add_words (const tile<T, words> &of)
{
  T sum = 0;

#pragma unroll
  for (int w = 0; w < words; w++)
#pragma unroll
    for (int i = 0; i < word_elements<T> (); i++)
      sum += of.held[w].at[i];
  return sum;
}

/* Sets what comes before each word in its warp.  Returns the warp's sum. */
template <typename T, int words>
static __device__ __forceinline__ T
scan_warp (tile<T, words> &of)
{
  T sum = 0;

#pragma unroll
  for (int w = 0; w < words; w++) {
    of.before[w] = of.held[w].at[0];
#pragma unroll
    for (int i = 1; i < word_elements<T> (); i++)
      of.before[w] += of.held[w].at[i];
    of.before[w] = scan_lanes (of.before[w]);
  }
#pragma unroll
  for (int w = 0; w < words; w++) {
    const T row = __shfl_sync (all_lanes, of.before[w], WARP - 1);

    of.before[w] = sum + lanes_before (of.before[w]);
    sum += row;
  }
  return sum;
}

/* Returns a word whose elements are scanned; before: the sum of all before it.
 */
template <typename T>
static __device__ __forceinline__ word_of<T>
scan_word (word_of<T> word, T before, bool exclusive)
{
#pragma unroll
  for (int i = 0; i < word_elements<T> (); i++) {
    const T next = before + word.at[i];

    word.at[i] = exclusive ? before : next;
    before = next;
  }
  return word;
}

/* Scans the words and writes them; before: the sum of all before the warp. */
template <typename T, int words>
static __device__ __forceinline__ void
store_tile (const tile<T, words> &of, T before, const scan_task &task,
            int64_t begin, int threads = (int)blockDim.x)
{
  const int row = WARP * word_elements<T> ();
  const int at = first_element<T, words> ();
  const int rest = count_elements<T, words> (begin, task.n, threads);
  T *dst = (T *)task.dst + begin + at;

  if (rest == tile_elements<T, words> (threads)) {
#pragma unroll
    for (int w = 0; w < words; w++) {
      uint4 *to = (uint4 *)(dst + w * row);
      const word_of<T> word
          = scan_word (of.held[w], before + of.before[w], task.exclusive);
      uint4 bits;

      memcpy (&bits, &word, sizeof bits);
      *to = bits;
    }
    return;
  }
#pragma unroll
  for (int w = 0; w < words; w++) {
    const word_of<T> word
        = scan_word (of.held[w], before + of.before[w], task.exclusive);

#pragma unroll
    for (int i = 0; i < word_elements<T> (); i++)
      if (at + w * row + i < rest)
        dst[w * row + i] = word.at[i];
  }
}

/* ---- Blocks ---- */

/* Returns what the warps before this one have, of what each has; *all is what
 * all have.  All threads of the block call this.  of_warp may be written again
 * after the next barrier. */
template <typename T>
static __device__ __forceinline__ T
warps_before (T own, T *of_warp, T *all)
{
  T x;

  if (lane_of_thread () == 0)
    of_warp[warp_of_thread ()] = own;
  __syncthreads ();
  x = scan_lanes (lane_of_thread () < (int)blockDim.x / WARP
                      ? of_warp[lane_of_thread ()]
                      : T (0));
  *all = __shfl_sync (all_lanes, x, WARP - 1);
  return __shfl_sync (all_lanes, lanes_before (x), warp_of_thread ());
}

#endif /* SCAN_TILE_CUH */
