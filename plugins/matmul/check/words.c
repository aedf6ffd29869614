/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <string.h>

#include "matmul/clones.h"
#include "matmul/number.h"
#include "words.h"

/* Without a branch, so that it compiles to vector instructions.  NaN fails the
 * comparison and becomes zero, since its conversion is not defined. */
MATMUL_CLONES static bool
from_f32 (const float *x, int n, uint32_t *words)
{
  int bad = 0;

#pragma omp simd reduction(+ : bad)
  for (int i = 0; i < n; i++) {
    const float safe = fabsf (x[i]) < 0x1p31F ? x[i] : 0;
    const int32_t word = (int32_t)safe;

    bad += (float)word != x[i];
    words[i] = (uint32_t)word;
  }
  return bad == 0;
}

MATMUL_CLONES static bool
from_f64 (const double *x, int n, uint32_t *words)
{
  int bad = 0;

#pragma omp simd reduction(+ : bad)
  for (int i = 0; i < n; i++) {
    const double safe = fabs (x[i]) < 0x1p31 ? x[i] : 0;
    const int32_t word = (int32_t)safe;

    bad += (double)word != x[i];
    words[i] = (uint32_t)word;
  }
  return bad == 0;
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

  if (matrix->step == 1)
    return words_contiguous (matrix->dtype, matrix_at (matrix, i, j), n, room,
                             words);
  part = matrix_part (matrix, i, 1, j, n, &copied);
  if (matrix->dtype != GK_I32)
    return words_contiguous (matrix->dtype, part.data, n, room, words);
  memcpy (room, part.data, (size_t)n * sizeof *room);
  *words = room;
  return true;
}

uint32_t
words_one (const struct matrix *matrix, int64_t i, int64_t j)
{
  return (uint32_t)(int64_t)matrix_number (matrix, i, j);
}
