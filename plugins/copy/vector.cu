/* SPDX-License-Identifier: BSD-3-Clause
 *
 * 16 bytes a load and a store, the widest there are for a thread.
 *
 * Against 4-byte elements that is a quarter of the instructions for the same
 * bytes, and four times the bytes under way for each load that waits.  What the
 * elements are does not matter to a copy: a row is bytes, and a matrix without
 * padding is one long row.  Loads and stores are marked as streaming (evict
 * first), since no line is used twice.
 *
 * A thread first reads all of its words and then writes them.  On an H200 one
 * word a thread is the fastest: with so many threads resident there are bytes
 * enough in flight, and two or four words a thread move 256 MB 5 and 7 % slower
 * (cold cache).  Other devices may differ, so it is an option.
 *
 * Words are as wide as the start of each row allows, narrower where that leaves
 * fewer words and single bytes in a row, and in a small copy so narrow that no
 * single bytes are left.
 */
#include <cuda_runtime.h>

#include "move/kernel.cuh"
#include "span.h"
#include "variants-cuda.h"

static const int threads = 256;

struct state {
  int words; /* a thread */
};

template <typename Word, int words>
static __global__ void
__launch_bounds__ (threads) vector (const struct copy_span span)
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
          held[k] = __ldcs ((const Word *)src + at + k * (int)blockDim.x);
#pragma unroll
      for (int k = 0; k < words; k++)
        if (at + k * (int)blockDim.x < n)
          __stcs ((Word *)dst + at + k * (int)blockDim.x, held[k]);
    }

    /* What is left behind the last whole word. */
    if (blockIdx.x == 0)
#pragma unroll 1
      for (int64_t i = n * (int64_t)sizeof (Word) + threadIdx.x; i < span.bytes;
           i += blockDim.x)
        dst[i] = src[i];
  }
}

template <typename Word, int words>
static int
launch (const gk_host *host, const struct copy_span *span, cudaStream_t stream)
{
  const int64_t width = (int64_t)sizeof (Word) * words; /* bytes a thread */
  int across = threads;

  /* Short rows share a block. */
  while (across > 1 && across / 2 * width >= span->bytes)
    across /= 2;

  vector<Word, words>
      <<<move_grid (span->rows, span->bytes, threads / across, across * width),
         dim3 (across, threads / across), 0, stream>>> (*span);
  return cuda_launched (host, cudaGetLastError ());
}

template <typename Word>
static int
launch_words (const gk_host *host, const struct copy_span *span, int words,
              cudaStream_t stream)
{
  switch (words) {
  case 1:
    return launch<Word, 1> (host, span, stream);
  case 2:
    return launch<Word, 2> (host, span, stream);
  case 4:
    return launch<Word, 4> (host, span, stream);
  default:
    return launch<Word, 8> (host, span, stream);
  }
}

extern "C" int
copy_vector_prepare (const gk_host *host, const gk_device *, const void *,
                     const gk_value *values, void **state)
{
  struct state *s = (struct state *)host->alloc (host, sizeof *s);

  if (!s)
    return GK_FAIL;
  s->words = 1 << values[0].i; /* the choices are 1, 2, 4, 8 */
  *state = s;
  return GK_OK;
}

extern "C" int
copy_vector (const gk_host *host, const void *problem, void *state,
             void *stream)
{
  const struct copy_span span = copy_span ((const gk_copy *)problem);
  const int words = ((const struct state *)state)->words;

  return move_by_element ((uint32_t)copy_span_word (&span), [&] (auto zero) {
    return launch_words<decltype (zero)> (host, &span, words,
                                          (cudaStream_t)stream);
  });
}

extern "C" void
copy_vector_release (const gk_host *host, void *state)
{
  host->free (host, state);
}
