/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The grid-stride loop over rows in 16-byte words that several kernels of copy
 * share: it assigns words and single bytes to threads, and each thread reads
 * all its words before it writes any.  Kernels define how a word is read and
 * written.
 */
#ifndef COPY_WORDS_CUH
#define COPY_WORDS_CUH

#include "cuda/prepared.cuh"
#include "move/kernel.cuh"
#include "span.h"

/* Blocks begin at multiples of a cache line of dst, so that no two blocks share
 * a line and a warp's access covers as few lines as possible. */
#define COPY_LINE 128

/* access.get (row of src, row of dst, at) returns the word for byte `at` of the
 * row of dst; access.put (address, word) writes it.  Offsets into a row count
 * from the cache line of dst in which it begins.  At least 32 threads work on a
 * row. */
template <int words, typename Access>
static __device__ __forceinline__ void
copy_words (const struct copy_span &span, const Access &access)
{
#pragma unroll 1
  for (int64_t row = (int64_t)blockIdx.y * blockDim.y + threadIdx.y;
       row < span.rows; row += (int64_t)gridDim.y * blockDim.y) {
    unsigned char *dst = span.dst + row * span.dst_pitch;
    const int skew = (int)((uintptr_t)dst % COPY_LINE);
    const unsigned char *src = span.src + row * span.src_pitch - skew;
    const int64_t first = (skew + 15) & ~15, end = skew + span.bytes;
    const int64_t last = end & ~INT64_C (15); /* end of the whole words */
    const int step = (int)blockDim.x * 16;
    const int64_t at
        = (int64_t)blockIdx.x * words * step + (int)threadIdx.x * 16;
    /* The range of this thread's whole words, relative to its first: in 32
     * bits, since the number of registers limits occupancy. */
    const int from = at < first ? (int)(first - at) : 0;
    const int to = (int)min (last - at, (int64_t)words * step);
    int64_t edge = end; /* a single byte before or after the whole words */
    unsigned char byte;
    uint4 held[words];

    dst -= skew;
    if (blockIdx.x == 0 && threadIdx.x < 16) {
      const int64_t i = (skew & ~15) + (int)threadIdx.x;

      if (i >= skew && i < first)
        edge = i;
    } else if (blockIdx.x == gridDim.x - 1 && threadIdx.x >= 16
               && threadIdx.x < 32) {
      if (last >= first)
        edge = last + (int)threadIdx.x - 16;
    }

    if (edge < end)
      byte = src[edge];
#pragma unroll
    for (int k = 0; k < words; k++)
      if (k * step >= from && k * step < to)
        held[k] = access.get (src, dst, at + k * step);
#pragma unroll
    for (int k = 0; k < words; k++)
      if (k * step >= from && k * step < to)
        access.put ((uint4 *)(dst + at + k * step), held[k]);
    if (edge < end)
      dst[edge] = byte;
  }
}

/* Returns the grid and blocks of that loop: short rows share a block. */
static inline struct prepared_shape
copy_words_shape (const struct copy_span *span, int words, int threads)
{
  const int64_t reach = COPY_LINE - 1 + span->bytes;
  struct prepared_shape shape = {};
  int across = threads;

  while (across > 32 && (int64_t)across / 2 * 16 * words >= reach)
    across /= 2;
  shape.grid = move_stride_grid (span->rows, reach, threads / across,
                                 (int64_t)across * 16 * words);
  shape.block = dim3 ((unsigned)across, (unsigned)(threads / across));
  return shape;
}

#endif /* COPY_WORDS_CUH */
