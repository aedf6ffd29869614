/* SPDX-License-Identifier: BSD-3-Clause
 *
 * aligned: 16-byte words in rows of any alignment.
 *
 * What changes from `vector`: that variant falls back to narrow words when the
 * pitch keeps rows from starting at a multiple of 16 bytes.  Rows of 8193
 * floats are copied 4 bytes at a time, with four times the instructions and a
 * quarter of the bytes in flight.  But each row has whole words inside: this
 * variant copies 16-byte words at multiples of 16 bytes of dst, and the up to
 * 15 bytes before and after them singly.
 *
 * Where src and dst have different alignments, so that a word of dst spans two
 * words of src, both are read and shifted together.  Reads and writes stay
 * aligned, and the second read is a neighbour's first, which is in the L1
 * cache.  No byte is read outside of words that contain some of the row.
 */
#include <cuda_runtime.h>

#include "cuda/prepared.cuh"
#include "make.h"
#include "words.cuh"

static const int threads = 256;

struct in_step {
  __device__ uint4
  get (const unsigned char *src, const unsigned char *, int64_t at) const
  {
    return *(const uint4 *)(src + at);
  }

  __device__ void
  put (uint4 *to, const uint4 &word) const
  {
    *to = word;
  }
};

/* The 8 bytes that begin `bits` bits after the start of low. */
static __device__ __forceinline__ unsigned long long
shift_in (unsigned long long low, unsigned long long high, unsigned bits)
{
  return bits == 0 ? low : low >> bits | high << (64 - bits);
}

struct out_of_step : in_step {
  __device__ uint4
  get (const unsigned char *src, const unsigned char *, int64_t at) const
  {
    const unsigned off = (unsigned)((uintptr_t)(src + at) % 16);
    const ulonglong2 *from = (const ulonglong2 *)(src + at - off);
    const ulonglong2 a = from[0], b = off != 0 ? from[1] : a;
    const bool upper = off >= 8;
    const unsigned bits = off % 8 * 8;
    const unsigned long long x = upper ? a.y : a.x, y = upper ? b.x : a.y;
    const unsigned long long z = upper ? b.y : b.x;
    const unsigned long long low = shift_in (x, y, bits);
    const unsigned long long high = shift_in (y, z, bits);

    return make_uint4 ((unsigned)low, (unsigned)(low >> 32), (unsigned)high,
                       (unsigned)(high >> 32));
  }
};

template <typename Access>
static __global__ void
__launch_bounds__ (threads) aligned_copy (const struct copy_span span)
{
  copy_words<1> (span, Access ());
}

extern "C" int
copy_aligned_make (const gk_host *host, const struct copy_span *span,
                   void **state)
{
  return prepared_make (host,
                        copy_span_in_step (span) ? aligned_copy<in_step>
                                                 : aligned_copy<out_of_step>,
                        copy_words_shape (span, 1, threads), *span, state);
}

static int
aligned_prepare (const gk_host *host, const gk_device *, const void *problem,
                 const gk_value *, void **state)
{
  const struct copy_span span = copy_span ((const gk_copy *)problem);

  return copy_aligned_make (host, &span, state);
}

extern "C" gk_variant
copy_aligned_variant (void)
{
  return prepared_variant (aligned_prepare, NULL, 0);
}
