/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "clones.h"
#include "problem.h"
#include "written.h"

bool
written_never (const struct matrix *c, int64_t i, int64_t j, uint8_t poison)
{
  const uint8_t *bytes = words_at (c, i, j);

  for (unsigned b = 0; b < matmul_element (c->dtype); b++)
    if (bytes[b] != poison)
      return false;
  return true;
}

/* An exponent of all ones is infinity or NaN. */
MATMUL_CLONES static int64_t
count_bad_f32 (const uint32_t *bits, int64_t n, uint32_t poison)
{
  const uint32_t exponent = UINT32_C (0x7f800000);
  int64_t bad = 0;

#pragma omp simd reduction(+ : bad)
  for (int64_t j = 0; j < n; j++)
    bad += ((bits[j] & exponent) == exponent) | (bits[j] == poison);
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

static int64_t
count_bad (const struct matrix *c, int64_t i, int64_t j, int64_t n,
           uint8_t poison)
{
  const void *at = words_at (c, i, j);

  return c->dtype == GK_F32
             ? count_bad_f32 (at, n, poison * UINT32_C (0x01010101))
             : count_bad_f64 (at, n, poison * UINT64_C (0x0101010101010101));
}

bool
written_find_bad (const struct matrix *c, uint8_t poison, int64_t *i,
                  int64_t *j)
{
  int64_t first = INT64_MAX;

#pragma omp parallel for schedule(static) reduction(min : first)
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

/* The first element of the padding of one row that is not poison; ld when all
 * is. */
static int64_t
row_outside (const struct matrix *c, int64_t i, uint8_t poison)
{
  int64_t j = c->cols;

  while (j < c->ld && written_never (c, i, j, poison))
    j++;
  return j;
}

bool
written_find_outside (const struct matrix *c, uint8_t poison, int64_t *i,
                      int64_t *j)
{
  int64_t first = INT64_MAX;

  if (c->ld == c->cols)
    return false;
#pragma omp parallel for schedule(static) reduction(min : first)
  for (int64_t row = 0; row < c->rows; row++)
    if (row_outside (c, row, poison) < c->ld)
      first = row < first ? row : first;
  if (first == INT64_MAX)
    return false;
  *i = first;
  *j = row_outside (c, first, poison);
  return true;
}
