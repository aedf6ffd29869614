/* SPDX-License-Identifier: BSD-3-Clause
 *
 * 16 bytes a load and a store on all four ways: from src, to and from shared
 * memory, to dst.
 *
 * Call a vector the elements of 16 bytes: V of them, four where an element has
 * 4 bytes.  A thread reads V vectors, one below the other, which is a square of
 * VxV elements, and turns it in its registers; then each of its vectors is a
 * piece of a row of dst.  What is left to shared memory is to bring the vectors
 * of one row together, so that they leave in rows as long as they came in.
 *
 * Over `shared-rows` a quarter of the instructions move the same bytes (with
 * 4-byte elements), and each thread has 64 bytes under way instead of 16.
 *
 * Shared memory serves 16 bytes to eight threads at a time, which must hit
 * eight different groups of four banks.  Eight neighbours write to the same
 * place in rows V apart: all into one group.  Padding can't spread them, since
 * whatever it adds to a row, a whole number of vectors, counts V times.  So the
 * place in the row is permuted instead: in the rows of square s, vector c is at
 * c ^ (s & 7). Reading goes along a row, where any permutation hits all groups.
 *
 * A side (src or dst) whose rows don't start at multiples of 16 bytes is moved
 * element by element, and so are the tiles at the right and lower edge.
 */
#include <cuda_runtime.h>

#include "move/kernel.cuh"
#include "variants.h"

union chunk {
  uint4 all;
  unsigned word[4];
};

/* What follows from the size of an element. */
template <typename T> struct sizes {
  static const int v = 16 / sizeof (T); /* elements of a vector */
  /* Vectors of a tile's row, and rows of squares: 256 bytes of each row of src
   * and dst, but 128 for bytes, where a square takes half the registers. */
  static const int chunks = sizeof (T) == 1 ? 8 : 16;
  static const int side = chunks * v; /* of a tile, in elements */
  static const int threads = chunks * chunks;
};

/* The tile turned, as rows of dst. */
template <typename T> struct tile {
  union chunk at[sizes<T>::side][sizes<T>::chunks];
};

/* Where piece c of row r of the turned tile is. */
template <typename T>
static __device__ union chunk *
place (struct tile<T> *tile, int r, int c)
{
  return &tile->at[r][c ^ (r / sizes<T>::v & 7)];
}

template <typename T>
static __device__ T *
element (struct tile<T> *tile, int r, int c)
{
  return (T *)place (tile, r, c / sizes<T>::v) + c % sizes<T>::v;
}

/* out[j] element i = in[i] element j. */
template <typename T>
static __device__ void
turn (const union chunk *in, union chunk *out)
{
  if constexpr (sizeof (T) == 16)
    out[0] = in[0];
  else if constexpr (sizeof (T) >= 4) {
    const int words = sizeof (T) / 4;

#pragma unroll
    for (int j = 0; j < sizes<T>::v; j++)
#pragma unroll
      for (int w = 0; w < 4; w++)
        out[j].word[w] = in[w / words].word[j * words + w % words];
  } else if constexpr (sizeof (T) == 2) {
#pragma unroll
    for (int j = 0; j < 8; j++)
#pragma unroll
      for (int w = 0; w < 4; w++)
        out[j].word[w]
            = __byte_perm (in[2 * w].word[j / 2], in[2 * w + 1].word[j / 2],
                           j % 2 ? 0x7632 : 0x5410);
  } else {
    /* Four words of four bytes at a time: pairs of rows are woven together,
     * and then pairs of pairs. */
#pragma unroll
    for (int q = 0; q < 4; q++)
#pragma unroll
      for (int w = 0; w < 4; w++) {
        const unsigned a = in[4 * w].word[q], b = in[4 * w + 1].word[q];
        const unsigned c = in[4 * w + 2].word[q], d = in[4 * w + 3].word[q];
        const unsigned ab = __byte_perm (a, b, 0x5140);
        const unsigned cd = __byte_perm (c, d, 0x5140);
        const unsigned ab_high = __byte_perm (a, b, 0x7362);
        const unsigned cd_high = __byte_perm (c, d, 0x7362);

        out[4 * q].word[w] = __byte_perm (ab, cd, 0x5410);
        out[4 * q + 1].word[w] = __byte_perm (ab, cd, 0x7632);
        out[4 * q + 2].word[w] = __byte_perm (ab_high, cd_high, 0x5410);
        out[4 * q + 3].word[w] = __byte_perm (ab_high, cd_high, 0x7632);
      }
  }
}

template <typename T>
static __device__ void
read_vectors (struct tile<T> *tile, const T *src, int64_t pitch)
{
  const int v = sizes<T>::v;
  const int x = threadIdx.x % sizes<T>::chunks;
  const int y = threadIdx.x / sizes<T>::chunks;
  union chunk in[v], out[v];

  src += (int64_t)y * v * pitch + x * v;
#pragma unroll
  for (int k = 0; k < v; k++)
    in[k].all = __ldcs ((const uint4 *)(src + k * pitch));
  turn<T> (in, out);
#pragma unroll
  for (int k = 0; k < v; k++)
    place (tile, x * v + k, y)->all = out[k].all;
}

template <typename T>
static __device__ void
write_vectors (struct tile<T> *tile, T *dst, int64_t pitch)
{
  const int chunks = sizes<T>::chunks;
  const int x = threadIdx.x % chunks, y = threadIdx.x / chunks;

  dst += y * pitch + x * sizes<T>::v;
#pragma unroll
  for (int k = 0; k < sizes<T>::v; k++)
    __stcs ((uint4 *)(dst + k * chunks * pitch),
            place (tile, y + k * chunks, x)->all);
}

/* Element by element: the first rows x cols of the tile, counted in src. */
template <typename T>
static __device__ void
read_elements (struct tile<T> *tile, const T *src, int64_t pitch, int64_t rows,
               int64_t cols)
{
  const int side = sizes<T>::side;

#pragma unroll 4
  for (int i = threadIdx.x; i < side * side; i += sizes<T>::threads)
    if (i / side < rows && i % side < cols)
      *element (tile, i % side, i / side) = src[i / side * pitch + i % side];
}

template <typename T>
static __device__ void
write_elements (struct tile<T> *tile, T *dst, int64_t pitch, int64_t rows,
                int64_t cols)
{
  const int side = sizes<T>::side;

#pragma unroll 4
  for (int i = threadIdx.x; i < side * side; i += sizes<T>::threads)
    if (i / side < cols && i % side < rows)
      dst[i / side * pitch + i % side] = *element (tile, i / side, i % side);
}

template <typename T>
static __global__ void
__launch_bounds__ (sizes<T>::threads)
    vector (const T *__restrict__ src, int64_t src_pitch, T *__restrict__ dst,
            int64_t dst_pitch, int64_t rows, int64_t cols, bool src_aligned,
            bool dst_aligned)
{
  const int side = sizes<T>::side;
  __shared__ struct tile<T> tile;

#pragma unroll 1
  for (int64_t top = (int64_t)blockIdx.y * side; top < rows;
       top += (int64_t)gridDim.y * side)
#pragma unroll 1
    for (int64_t left = (int64_t)blockIdx.x * side; left < cols;
         left += (int64_t)gridDim.x * side) {
      const T *from = src + top * src_pitch + left;
      T *to = dst + left * dst_pitch + top;
      const bool whole = top + side <= rows && left + side <= cols;

      if (whole && src_aligned)
        read_vectors (&tile, from, src_pitch);
      else
        read_elements (&tile, from, src_pitch, rows - top, cols - left);
      __syncthreads ();
      if (whole && dst_aligned)
        write_vectors (&tile, to, dst_pitch);
      else
        write_elements (&tile, to, dst_pitch, rows - top, cols - left);
      __syncthreads ();
    }
}

static bool
is_aligned (const void *address, int64_t pitch, int64_t element)
{
  return (((uintptr_t)address | (uint64_t)(pitch * element)) & 15) == 0;
}

extern "C" int
transpose_vector (const gk_host *host, const void *problem, void *,
                  void *stream)
{
  const gk_transpose *p = (const gk_transpose *)problem;

  return move_by_element (p->element, [=] (auto zero) {
    typedef decltype (zero) T;
    const int side = sizes<T>::side;

    vector<T><<<move_grid (p->rows, p->cols, side, side), sizes<T>::threads, 0,
                (cudaStream_t)stream>>> (
        (const T *)p->src, p->src_pitch, (T *)p->dst, p->dst_pitch, p->rows,
        p->cols, is_aligned (p->src, p->src_pitch, p->element),
        is_aligned (p->dst, p->dst_pitch, p->element));
    return move_launched (host, cudaGetLastError ());
  });
}
