/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Transposes two squares of 16 bytes, one below the other, in the two halves of
 * 32-byte registers: half the shuffles and half the stores.
 */
#include <config.h>

#include "cpu-tile.h"

#if defined __x86_64__ && defined __GNUC__ && !defined __clang__
#pragma GCC target("avx2")
#include <immintrin.h>

#define HALF SQUARE_BYTES

static inline __attribute__ ((always_inline)) __m256i
unpack_low (__m256i a, __m256i b, size_t element)
{
  switch (element) {
  case 1:
    return _mm256_unpacklo_epi8 (a, b);
  case 2:
    return _mm256_unpacklo_epi16 (a, b);
  case 4:
    return _mm256_unpacklo_epi32 (a, b);
  default:
    return _mm256_unpacklo_epi64 (a, b);
  }
}

static inline __attribute__ ((always_inline)) __m256i
unpack_high (__m256i a, __m256i b, size_t element)
{
  switch (element) {
  case 1:
    return _mm256_unpackhi_epi8 (a, b);
  case 2:
    return _mm256_unpackhi_epi16 (a, b);
  case 4:
    return _mm256_unpackhi_epi32 (a, b);
  default:
    return _mm256_unpackhi_epi64 (a, b);
  }
}

static inline __m128i
load_half (const unsigned char *at)
{
  return _mm_loadu_si128 ((const __m128i *)(const void *)at);
}

/* As transpose_square, for two squares. */
static inline __attribute__ ((always_inline)) void
transpose_two (const unsigned char *src, int64_t src_pitch, unsigned char *dst,
               int64_t dst_pitch, size_t element)
{
  const size_t n = HALF / element;
  __m256i row[HALF], next[HALF];

#pragma GCC unroll 16
  for (size_t k = 0; k < n; k++)
    row[k] = _mm256_inserti128_si256 (
        _mm256_castsi128_si256 (load_half (src + (int64_t)k * src_pitch)),
        load_half (src + (int64_t)(k + n) * src_pitch), 1);
#pragma GCC unroll 4
  for (size_t bit = 1; bit < n; bit *= 2) {
#pragma GCC unroll 16
    for (size_t k = 0; k < n / 2; k++) {
      next[2 * k] = unpack_low (row[k], row[k + n / 2], element);
      next[2 * k + 1] = unpack_high (row[k], row[k + n / 2], element);
    }
#pragma GCC unroll 16
    for (size_t k = 0; k < n; k++)
      row[k] = next[k];
  }
#pragma GCC unroll 16
  for (size_t k = 0; k < n; k++)
    _mm256_storeu_si256 ((__m256i *)(void *)(dst + (int64_t)k * dst_pitch),
                         row[k]);
}

static inline __attribute__ ((always_inline)) void
transpose_wide (const struct tile t, size_t element)
{
  const int64_t e = (int64_t)element, n = HALF / e;

  for (int64_t i = 0; i < t.rows; i += 2 * n) {
    const int64_t row = i < t.rows - 2 * n ? i : t.rows - 2 * n;
    const unsigned char *src = t.src + row * t.src_pitch;
    unsigned char *dst = t.dst + row * e;
    int64_t j = 0;

    for (; j < t.cols - n; j += n)
      transpose_two (src + j * e, t.src_pitch, dst + j * t.dst_pitch,
                     t.dst_pitch, element);
    j = t.cols - n;
    transpose_two (src + j * e, t.src_pitch, dst + j * t.dst_pitch, t.dst_pitch,
                   element);
  }
}

/* False where registers of 16 bytes are faster: with one row more than two
 * squares have, and for squares of few elements with no or one column beside
 * them. */
static bool
is_wide (const struct tile *t, int64_t e)
{
  const int64_t rows = t->rows * e, cols = t->cols * e;

  if (rows < 2 * HALF || rows == 2 * HALF + e)
    return false;
  return e == 4 || e == 8 ? cols > HALF + e : cols >= HALF;
}

bool
tile_transpose_wide (const struct tile *t, size_t element)
{
  if (!is_wide (t, (int64_t)element) || !__builtin_cpu_supports ("avx2"))
    return false;
  switch (element) {
  case 1:
    transpose_wide (*t, 1);
    break;
  case 2:
    transpose_wide (*t, 2);
    break;
  case 4:
    transpose_wide (*t, 4);
    break;
  case 8:
    transpose_wide (*t, 8);
    break;
  default:
    transpose_wide (*t, 16);
    break;
  }
  return true;
}

#else

bool
tile_transpose_wide (const struct tile *t, size_t element)
{
  (void)t, (void)element;
  return false;
}

#endif
