/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vector: loads and stores of 16 bytes, the widest that a thread can do.
 *
 * For elements of 4 bytes that is a quarter of the instructions for the same
 * bytes, and four times the bytes in flight for each load.  The type of
 * elements does not matter to a copy: a row is bytes, and a matrix without
 * padding is one long row.
 *
 * A thread first reads all its words and then writes them.  On an H200 one word
 * per thread is the fastest: that many resident threads have enough bytes in
 * flight, and two or four words per thread copy 256 MB 5 and 7 % slower (cold
 * cache).  Other devices may differ, so it is a tunable.
 *
 * Words are as wide as the alignment of rows allows, and narrower where that
 * leaves a row fewer words and single bytes; in a small copy they are so narrow
 * that no single bytes are left.
 */
#include <cuda_runtime.h>

#include "cuda/prepared.cuh"
#include "make.h"
#include "move/kernel.cuh"

static const int threads = 256;

template <typename Word, int words>
static __global__ void
__launch_bounds__ (threads) vector_copy (const struct copy_span span)
{
  const int64_t n = span.bytes / (int64_t)sizeof (Word);

#pragma unroll 1
  for (int64_t row = (int64_t)blockIdx.y * blockDim.y + threadIdx.y;
       row < span.rows; row += (int64_t)gridDim.y * blockDim.y) {
    const unsigned char *src = span.src + row * span.src_pitch;
    unsigned char *dst = span.dst + row * span.dst_pitch;

#pragma unroll 1
    for (int64_t at = (int64_t)blockIdx.x * blockDim.x * words + threadIdx.x;
         at < n; at += (int64_t)gridDim.x * blockDim.x * words) {
      Word held[words];

#pragma unroll
      for (int k = 0; k < words; k++)
        if (at + k * (int)blockDim.x < n)
          held[k] = ((const Word *)src)[at + k * (int)blockDim.x];
#pragma unroll
      for (int k = 0; k < words; k++)
        if (at + k * (int)blockDim.x < n)
          ((Word *)dst)[at + k * (int)blockDim.x] = held[k];
    }

    /* The bytes after the last whole word. */
    if (blockIdx.x == 0)
#pragma unroll 1
      for (int64_t i = n * (int64_t)sizeof (Word) + threadIdx.x; i < span.bytes;
           i += blockDim.x)
        dst[i] = src[i];
  }
}

template <typename Word, int words>
static int
vector_make_typed (const gk_host *host, const struct copy_span *span,
                   void **state)
{
  const int64_t width = (int64_t)sizeof (Word) * words; /* bytes a thread */
  struct prepared_shape shape = {};
  int across = threads;

  /* Short rows share a block. */
  while (across > 1 && across / 2 * width >= span->bytes)
    across /= 2;
  shape.grid = move_stride_grid (span->rows, span->bytes, threads / across,
                                 across * width);
  shape.block = dim3 (across, threads / across);
  return prepared_make (host, vector_copy<Word, words>, shape, *span, state);
}

extern "C" int
copy_vector_make (const gk_host *host, const struct copy_span *span, int words,
                  void **state)
{
  return move_by_element ((uint32_t)copy_span_word (span), [=] (auto zero) {
    typedef decltype (zero) Word;

    switch (words) {
    case 1:
      return vector_make_typed<Word, 1> (host, span, state);
    case 2:
      return vector_make_typed<Word, 2> (host, span, state);
    case 4:
      return vector_make_typed<Word, 4> (host, span, state);
    default:
      return vector_make_typed<Word, 8> (host, span, state);
    }
  });
}

static int
vector_prepare (const gk_host *host, const gk_device *, const void *problem,
                const gk_value *values, void **state)
{
  const struct copy_span span = copy_span ((const gk_copy *)problem);

  return copy_vector_make (host, &span, 1 << values[0].i, state);
}

extern "C" gk_variant
copy_vector_variant (void)
{
  static const char *const words[] = { "1", "2", "4", "8", NULL };
  static const gk_option options[] = { cuda_choice (
      "words",
      "words of up to 16 bytes that a thread reads before it writes: more are "
      "more bytes in flight per thread, but leave registers for fewer threads",
      NULL, words, 0) };
  return prepared_variant (vector_prepare, options, GK_COUNT (options));
}
