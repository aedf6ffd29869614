/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A copy as rows of bytes.  The type of elements does not matter to a copy, and
 * two matrices without padding are one long row, in which a kernel need not
 * know where rows end.
 */
#ifndef COPY_SPAN_H
#define COPY_SPAN_H

#include <stdbool.h>

#include <gkhost/copy.h>

struct copy_span {
  const unsigned char *src;
  unsigned char *dst;
  int64_t rows, bytes;          /* bytes of a row that are copied */
  int64_t src_pitch, dst_pitch; /* bytes from one row to the next */
};

static inline struct copy_span
copy_span (const gk_copy *p)
{
  struct copy_span span;

  span.src = (const unsigned char *)p->src;
  span.dst = (unsigned char *)p->dst;
  span.rows = p->rows;
  span.bytes = p->cols * p->element;
  span.src_pitch = p->src_pitch * p->element;
  span.dst_pitch = p->dst_pitch * p->element;
  if (p->src_pitch == p->cols && p->dst_pitch == p->cols) {
    span.bytes *= span.rows;
    span.rows = 1;
  }
  if (span.rows == 1)
    span.src_pitch = span.dst_pitch = span.bytes;
  return span;
}

/* True when every row of src and dst has the same distance from a multiple of
 * 16 bytes, so that 16-byte words of one are words of the other. */
static inline bool
copy_span_in_step (const struct copy_span *span)
{
  uint64_t bits = (uintptr_t)span->src ^ (uintptr_t)span->dst;

  if (span->rows > 1)
    bits |= (uint64_t)(span->src_pitch - span->dst_pitch);
  return bits % 16 == 0;
}

/* True when every row of dst starts and ends at a multiple of 16 bytes. */
static inline bool
copy_span_whole (const struct copy_span *span)
{
  uint64_t bits = (uintptr_t)span->dst | (uint64_t)span->bytes;

  if (span->rows > 1)
    bits |= (uint64_t)span->dst_pitch;
  return bits % 16 == 0;
}

/* The items of a row: words of so many bytes and, after the last whole word,
 * single bytes. */
static inline int64_t
copy_span_items (const struct copy_span *span, int word)
{
  return span->bytes / word + span->bytes % word;
}

/* Up to so many items each has a thread of its own, and having no single bytes
 * is worth more than having few words. */
#define COPY_FEW_ITEMS (INT64_C (16) << 10)

/* Returns the size of a word, 1 to 16 bytes.  All rows start at multiples of
 * it, and a row has the fewest items; in a small copy it is the largest that
 * leaves no single bytes. */
static inline int
copy_span_word (const struct copy_span *span)
{
  uint64_t bits = (uintptr_t)span->src | (uintptr_t)span->dst | 16;
  int best, whole;

  if (span->rows > 1)
    bits |= (uint64_t)span->src_pitch | (uint64_t)span->dst_pitch;
  best = (int)(bits & -bits);
  bits |= (uint64_t)span->bytes;
  whole = (int)(bits & -bits);
  if (span->bytes / whole <= COPY_FEW_ITEMS / span->rows)
    return whole;
  for (int word = best / 2; word > 0; word /= 2)
    if (copy_span_items (span, word) < copy_span_items (span, best))
      best = word;
  return best;
}

#endif /* COPY_SPAN_H */
