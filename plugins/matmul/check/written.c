/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "matmul/clones.h"
#include "matmul/number.h"
#include "threads.h"
#include "written.h"

/* The index of an element in memory, which selects its part of the poison. */
static int64_t
element_index (const struct matrix *c, int64_t i, int64_t j)
{
  return i * c->ld + j;
}

bool
written_never (const struct matrix *c, int64_t i, int64_t j,
               const uint8_t poison[8])
{
  const unsigned element = number_bytes (c->dtype);
  const size_t part = (size_t)element_index (c, i, j) * element % 8;

  return memcmp (matrix_at (c, i, j), poison + part, element) == 0;
}

/* An exponent of all ones is infinity or NaN. even, odd: the poison of elements
 * 0 and 1. */
MATMUL_CLONES static int64_t
count_bad_f32 (const uint32_t *bits, int64_t n, uint32_t even, uint32_t odd)
{
  const uint32_t exponent = UINT32_C (0x7f800000);
  int64_t bad = 0;

#pragma omp simd reduction(+ : bad)
  for (int64_t j = 0; j < n; j++)
    bad += ((bits[j] & exponent) == exponent)
           | (bits[j] == ((j & 1) != 0 ? odd : even));
  return bad;
}

MATMUL_CLONES static int64_t
count_bad_f64 (const uint64_t *bits, int64_t n, uint64_t poison)
{
  const uint64_t exponent = UINT64_C (0x7ff0000000000000);
  int64_t bad = 0;

#pragma omp simd reduction(+ : bad)
  for (int64_t j = 0; j < n; j++)
    bad += ((bits[j] & exponent) == exponent) | (bits[j] == poison);
  return bad;
}

/* poison: of the first four elements. */
MATMUL_CLONES static int64_t
count_bad_16 (const uint16_t *bits, int64_t n, uint16_t exponent,
              const uint16_t poison[4])
{
  int64_t bad = 0;

#pragma omp simd reduction(+ : bad)
  for (int64_t j = 0; j < n; j++)
    bad += ((bits[j] & exponent) == exponent) | (bits[j] == poison[j & 3]);
  return bad;
}

static int64_t
count_bad_half (const struct matrix *c, const void *at, int64_t first,
                int64_t n, const uint8_t poison[8])
{
  uint16_t quarter[4], from[4];

  memcpy (quarter, poison, sizeof quarter);
  for (int64_t s = 0; s < 4; s++)
    from[s] = quarter[(first + s) & 3];
  return count_bad_16 (at, n, c->dtype == GK_F16 ? 0x7c00 : 0x7f80, from);
}

static int64_t
count_bad (const struct matrix *c, int64_t i, int64_t j, int64_t n,
           const uint8_t poison[8])
{
  const void *at = matrix_at (c, i, j);
  const int64_t first = element_index (c, i, j);
  const int64_t odd = first & 1;
  uint32_t half[2];
  uint64_t whole;

  if (number_bytes (c->dtype) == sizeof (uint16_t))
    return count_bad_half (c, at, first, n, poison);
  memcpy (half, poison, sizeof half);
  memcpy (&whole, poison, sizeof whole);
  return c->dtype == GK_F32 ? count_bad_f32 (at, n, half[odd], half[1 - odd])
                            : count_bad_f64 (at, n, whole);
}

bool
written_find_bad (const struct matrix *c, const uint8_t poison[8], int64_t *i,
                  int64_t *j)
{
  int64_t first = INT64_MAX;

#pragma omp parallel for if (is_worth_threads(c->rows * c->cols))              \
    schedule(static) reduction(min                                             \
                               : first)
  for (int64_t row = 0; row < c->rows; row++)
    if (count_bad (c, row, 0, c->cols, poison) > 0)
      first = row < first ? row : first;
  if (first == INT64_MAX)
    return false;
  *i = first;
  *j = 0;
  while (count_bad (c, first, *j, 1, poison) == 0)
    (*j)++;
  return true;
}

/* Returns the first element of a row's padding that is not poison; ld when all
 * are. */
static int64_t
row_outside (const struct matrix *c, int64_t i, const uint8_t poison[8])
{
  int64_t j = c->cols;

  while (j < c->ld && written_never (c, i, j, poison))
    j++;
  return j;
}

bool
written_find_outside (const struct matrix *c, const uint8_t poison[8],
                      int64_t *i, int64_t *j)
{
  int64_t first = INT64_MAX;

  if (c->ld == c->cols)
    return false;
#pragma omp parallel for if (is_worth_threads(c->rows * c->ld))                \
    schedule(static) reduction(min                                             \
                               : first)
  for (int64_t row = 0; row < c->rows; row++)
    if (row_outside (c, row, poison) < c->ld)
      first = row < first ? row : first;
  if (first == INT64_MAX)
    return false;
  *i = first;
  *j = row_outside (c, first, poison);
  return true;
}
