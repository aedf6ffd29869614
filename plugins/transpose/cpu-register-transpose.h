/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Transposes a square of 16 bytes a side in registers, by shuffles of 16-byte
 * vector registers, which every x86-64 and every 64-bit ARM has.
 */
#ifndef TRANSPOSE_CPU_REGISTER_TRANSPOSE_H
#define TRANSPOSE_CPU_REGISTER_TRANSPOSE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define SQUARE_BYTES 16

typedef uint8_t vector_u8 __attribute__ ((vector_size (SQUARE_BYTES)));
typedef uint16_t vector_u16 __attribute__ ((vector_size (SQUARE_BYTES)));
typedef uint32_t vector_u32 __attribute__ ((vector_size (SQUARE_BYTES)));
typedef uint64_t vector_u64 __attribute__ ((vector_size (SQUARE_BYTES)));

/* A macro, since the indices must be constants. */
#if defined __clang__ || __GNUC__ >= 12
#define VECTOR_SHUFFLE(type, a, b, ...)                                        \
  ((vector_u8)__builtin_shufflevector ((type)(a), (type)(b), __VA_ARGS__))
#else
#define VECTOR_SHUFFLE(type, a, b, ...)                                        \
  ((vector_u8)__builtin_shuffle ((type)(a), (type)(b), (type){ __VA_ARGS__ }))
#endif

/* Interleaves the elements of the lower halves of a and b: a0 b0 a1 b1 ...
 * Vectors are passed by address, as a 32-bit x86 may have no registers for
 * them. */
static inline __attribute__ ((always_inline)) void
interleave_low (vector_u8 *to, const vector_u8 *a, const vector_u8 *b,
                size_t element)
{
  switch (element) {
  case 1:
    *to = VECTOR_SHUFFLE (vector_u8, *a, *b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20,
                          5, 21, 6, 22, 7, 23);
    break;
  case 2:
    *to = VECTOR_SHUFFLE (vector_u16, *a, *b, 0, 8, 1, 9, 2, 10, 3, 11);
    break;
  case 4:
    *to = VECTOR_SHUFFLE (vector_u32, *a, *b, 0, 4, 1, 5);
    break;
  default:
    *to = VECTOR_SHUFFLE (vector_u64, *a, *b, 0, 2);
    break;
  }
}

/* The same for the upper halves. */
static inline __attribute__ ((always_inline)) void
interleave_high (vector_u8 *to, const vector_u8 *a, const vector_u8 *b,
                 size_t element)
{
  switch (element) {
  case 1:
    *to = VECTOR_SHUFFLE (vector_u8, *a, *b, 8, 24, 9, 25, 10, 26, 11, 27, 12,
                          28, 13, 29, 14, 30, 15, 31);
    break;
  case 2:
    *to = VECTOR_SHUFFLE (vector_u16, *a, *b, 4, 12, 5, 13, 6, 14, 7, 15);
    break;
  case 4:
    *to = VECTOR_SHUFFLE (vector_u32, *a, *b, 2, 6, 3, 7);
    break;
  default:
    *to = VECTOR_SHUFFLE (vector_u64, *a, *b, 1, 3);
    break;
  }
}

/* Interleaving row k with row k + n / 2 is a perfect shuffle of the square: it
 * moves the highest bit of an element's row index to the lowest bit of its
 * column index.  After as many shuffles as an index has bits, row and column
 * are exchanged.  Writes only the square's columns [from, to). element: a
 * constant in each call; pitches are in bytes. */
static inline __attribute__ ((always_inline)) void
transpose_columns (const unsigned char *src, int64_t src_pitch,
                   unsigned char *dst, int64_t dst_pitch, size_t from,
                   size_t to, size_t element)
{
  const size_t n = SQUARE_BYTES / element;
  vector_u8 row[SQUARE_BYTES], next[SQUARE_BYTES];

#pragma GCC unroll 16
  for (size_t k = 0; k < n; k++)
    memcpy (&row[k], src + (int64_t)k * src_pitch, sizeof row[k]);
#pragma GCC unroll 4
  for (size_t bit = 1; bit < n; bit *= 2) {
#pragma GCC unroll 16
    for (size_t k = 0; k < n / 2; k++) {
      interleave_low (&next[2 * k], &row[k], &row[k + n / 2], element);
      interleave_high (&next[2 * k + 1], &row[k], &row[k + n / 2], element);
    }
#pragma GCC unroll 16
    for (size_t k = 0; k < n; k++)
      row[k] = next[k];
  }
#pragma GCC unroll 16
  for (size_t k = 0; k < n; k++)
    if (from <= k && k < to)
      memcpy (dst + (int64_t)k * dst_pitch, &row[k], sizeof row[k]);
}

static inline __attribute__ ((always_inline)) void
transpose_square (const unsigned char *src, int64_t src_pitch,
                  unsigned char *dst, int64_t dst_pitch, size_t element)
{
  transpose_columns (src, src_pitch, dst, dst_pitch, 0, SQUARE_BYTES / element,
                     element);
}

#endif /* TRANSPOSE_CPU_REGISTER_TRANSPOSE_H */
