/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the CPU variants have in common: a piece of the arrays is computed, to
 * any place, or added to a sum, and sums are joined.  A sum is a float for f32
 * and bf16, a double for f64, and an integer modulo 2^32 for i32.
 */
#ifndef STREAM_APPLY_H
#define STREAM_APPLY_H

#include <gkhost/stream.h>

typedef union stream_sum {
  float f32;
  double f64;
  uint32_t i32;
} stream_sum;

/* Computes n elements from `at` on, by vectors, and writes them to `to`, which
 * overlaps neither array.  Not for a dot. */
void stream_apply (const gk_stream *p, int64_t at, int64_t n, void *to);

/* Returns the sum of n products from `at` on: one after the other in one sum,
 * or in a sum for each element of a vector. */
stream_sum stream_dot_plain (const gk_stream *p, int64_t at, int64_t n);
stream_sum stream_dot_vectors (const gk_stream *p, int64_t at, int64_t n);

stream_sum stream_join (const gk_stream *p, stream_sum a, stream_sum b);
void stream_store (const gk_stream *p, stream_sum sum);

/* The address of an element of dst. */
static inline void *
stream_dst (const gk_stream *p, int64_t at)
{
  const int64_t bytes = p->result == GK_BF16 ? 2 : p->result == GK_F64 ? 8 : 4;

  return (char *)p->dst + at * bytes;
}

#endif /* STREAM_APPLY_H */
