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
written_never (const struct matrix *c, const struct matrix *before, int64_t i,
               int64_t j, const uint8_t poison[8])
{
  const unsigned element = number_bytes (c->dtype);
  const size_t part = (size_t)element_index (c, i, j) * element % 8;

  return memcmp (matrix_at (c, i, j),
                 before->data != NULL ? matrix_at (before, i, j)
                                      : (const void *)(poison + part),
                 element)
         == 0;
}

/* Elements side by side, of three sizes. */
typedef uint64_t block
    __attribute__ ((vector_size (32), aligned (1), may_alias));
typedef uint32_t block32 __attribute__ ((vector_size (sizeof (block))));
typedef uint16_t block16 __attribute__ ((vector_size (sizeof (block))));

/* What no element may be: poison, from the first element on, or infinity or
 * NaN, whose exponent is all ones. */
struct bad {
  block poison, exponent;
};

/* Sets all bits of the elements of found that are bad in x. */
static inline __attribute__ ((always_inline)) void
mark_bad (block *found, const struct bad *bad, const block *x, size_t element)
{
  const block of_x = *x & bad->exponent;

  switch (element) {
  case sizeof (uint64_t):
    *found |= (block)(of_x == bad->exponent) | (block)(*x == bad->poison);
    break;
  case sizeof (uint32_t):
    *found |= (block)((block32)of_x == (block32)bad->exponent)
              | (block)((block32)*x == (block32)bad->poison);
    break;
  default:
    *found |= (block)((block16)of_x == (block16)bad->exponent)
              | (block)((block16)*x == (block16)bad->poison);
  }
}

/* element: a constant in each call. */
static inline __attribute__ ((always_inline)) bool
are_bad (const struct bad *bad, const char *at, size_t bytes, size_t element)
{
  static const char zeros[sizeof (block)];
  block found = { 0 }, of_last = { 0 }, last = { 0 };

  for (; bytes >= sizeof last; at += sizeof last, bytes -= sizeof last)
    mark_bad (&found, bad, (const block *)at, element);
  memcpy (&last, at, bytes);
  mark_bad (&of_last, bad, &last, element);
  return memcmp (&found, zeros, sizeof found) != 0
         || memcmp (&of_last, zeros, bytes) != 0;
}

MATMUL_CLONES static bool
are_bad_16 (const struct bad *bad, const char *at, size_t bytes)
{
  return are_bad (bad, at, bytes, sizeof (uint16_t));
}

MATMUL_CLONES static bool
are_bad_32 (const struct bad *bad, const char *at, size_t bytes)
{
  return are_bad (bad, at, bytes, sizeof (uint32_t));
}

MATMUL_CLONES static bool
are_bad_64 (const struct bad *bad, const char *at, size_t bytes)
{
  return are_bad (bad, at, bytes, sizeof (uint64_t));
}

/* Of the elements in 8 bytes. */
static uint64_t
exponent_of (gk_dtype dtype)
{
  switch (dtype) {
  case GK_F64:
    return UINT64_C (0x7ff0000000000000);
  case GK_F16:
    return UINT64_C (0x7c007c007c007c00);
  case GK_BF16:
    return UINT64_C (0x7f807f807f807f80);
  default:
    return UINT64_C (0x7f8000007f800000);
  }
}

bool
written_has_bad (const struct matrix *c, int64_t i, int64_t j, int64_t n,
                 const uint8_t poison[8])
{
  const unsigned element = number_bytes (c->dtype);
  const size_t part = (size_t)element_index (c, i, j) * element % 8;
  const char *at = matrix_at (c, i, j);
  const size_t bytes = (size_t)n * element;
  struct bad bad = { .exponent = (block){ 0 } + exponent_of (c->dtype) };
  uint8_t from[8];

  for (size_t s = 0; s < 8; s++)
    from[s] = poison[(part + s) % 8];
  for (size_t s = 0; s < sizeof bad.poison; s += 8)
    memcpy ((char *)&bad.poison + s, from, 8);
  return element == 2   ? are_bad_16 (&bad, at, bytes)
         : element == 4 ? are_bad_32 (&bad, at, bytes)
                        : are_bad_64 (&bad, at, bytes);
}

/* Returns the first element of a row's padding that was written; ld when none
 * was. */
static int64_t
row_outside (const struct matrix *c, const struct matrix *before, int64_t i,
             const uint8_t poison[8])
{
  int64_t j = c->cols;

  while (j < c->ld && written_never (c, before, i, j, poison))
    j++;
  return j;
}

bool
written_find_outside (const struct matrix *c, const struct matrix *before,
                      const uint8_t poison[8], int64_t *i, int64_t *j)
{
  int64_t first = INT64_MAX;

  if (c->ld == c->cols)
    return false;
#pragma omp parallel for if (is_worth_threads(c->rows * c->ld * STEPS_READ))   \
    schedule(static) reduction(min                                             \
                               : first)
  for (int64_t row = 0; row < c->rows; row++)
    if (row_outside (c, before, row, poison) < c->ld)
      first = row < first ? row : first;
  if (first == INT64_MAX)
    return false;
  *i = first;
  *j = row_outside (c, before, first, poison);
  return true;
}
