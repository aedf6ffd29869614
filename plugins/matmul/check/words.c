/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "matmul/clones.h"
#include "matmul/half.h"
#include "matmul/number.h"
#include "words.h"

/* Without a branch, so that it compiles to vector instructions.  What is not
 * below 2^31, NaN too, becomes zero, since its conversion is not defined. */
MATMUL_CLONES static bool
from_f32 (const float *x, int n, uint32_t *words)
{
  uint32_t bad = 0;

#pragma omp simd reduction(| : bad)
  for (int i = 0; i < n; i++) {
    const uint32_t bits = half_bits_of (x[i]);
    const bool fits = (bits & 0x7fffffff) < half_bits_of (0x1p31F);
    const int32_t word = (int32_t)half_float_of (bits & -(uint32_t)fits);

    bad |= -(uint32_t)((float)word != x[i]);
    words[i] = (uint32_t)word;
  }
  return bad == 0;
}

MATMUL_CLONES static bool
from_f64 (const double *x, int n, uint32_t *words)
{
  const uint64_t end = (UINT64_C (1023) + 31) << 52;
  uint64_t bad = 0;

#pragma omp simd reduction(| : bad)
  for (int i = 0; i < n; i++) {
    uint64_t bits;
    double safe;
    int32_t word;

    memcpy (&bits, &x[i], sizeof bits);
    bits &= -(uint64_t)((bits & INT64_MAX) < end);
    memcpy (&safe, &bits, sizeof safe);
    word = (int32_t)safe;
    bad |= -(uint64_t)((double)word != x[i]);
    words[i] = (uint32_t)word;
  }
  return bad == 0;
}

/* sign: the bit that is a sign, or 0. */
MATMUL_CLONES static void
from_bytes (const uint8_t *x, int n, uint32_t sign, uint32_t *words)
{
#pragma omp simd
  for (int i = 0; i < n; i++)
    words[i] = (x[i] ^ sign) - sign;
}

/* Converts contiguous elements. */
static bool
words_contiguous (gk_dtype dtype, const void *at, int n, uint32_t room[WORDS],
                  const uint32_t **words)
{
  float floats[WORDS];

  if (dtype == GK_I32) {
    *words = at;
    return true;
  }
  *words = room;
  if (number_is_integer (dtype)) {
    from_bytes (at, n, dtype == GK_I8 ? 0x80 : 0, room);
    return true;
  }
  return dtype == GK_F64
             ? from_f64 (at, n, room)
             : from_f32 (number_floats (dtype, at, n, floats), n, room);
}

bool
words_of (const struct matrix *matrix, int64_t i, int64_t j, int n,
          uint32_t room[WORDS], const uint32_t **words)
{
  struct part_room copied;
  struct matrix part;

  if (matrix->step == 1 && matrix->scales.at == NULL)
    return words_contiguous (matrix->dtype, matrix_at (matrix, i, j), n, room,
                             words);
  part = matrix_part (matrix, i, 1, j, n, &copied);
  if (matrix->dtype != GK_I32)
    return words_contiguous (part.dtype, part.data, n, room, words);
  memcpy (room, part.data, (size_t)n * sizeof *room);
  *words = room;
  return true;
}

uint32_t
words_one (const struct matrix *matrix, int64_t i, int64_t j)
{
  return (uint32_t)(int64_t)matrix_number (matrix, i, j);
}
