/* SPDX-License-Identifier: BSD-3-Clause
 *
 * C's old values and the bias: how they are drawn, and change.
 */
#include <config.h>

#include <math.h>

#include "bits.h"
#include "exact.h"
#include "matmul/number.h"
#include "matmul/batch.h"
#include "threads.h"
#include "update.h"
#include "varied.h"
#include "wide.h"

enum {
  PIECE = 1 << 12, /* numbers that are drawn at a time */
  FRACTION = 49,   /* random bits of a number */
  CHANGED = 3,     /* old values; of these in B's column: */
  IN_COLUMN = 2,
  BESIDE = 14,   /* changes of A and B; the same again undoes those of the
                    generation before, and all are GK_MAX_RANGES */
  OF_UPDATE = 3, /* the number of its random words (varied.c has others) */
  F16_MOST = 13  /* the exponent that nothing added reaches in f16 */
};

/* A buffer of numbers to be added, and 2^low to 2^high, the powers of two by
 * which a number of [1/16, 1), or an integer, is scaled. */
struct added {
  gk_dtype dtype;
  gk_data data;
  uint64_t seed;
  int low, high;
  bool integers;
};

/* About the logarithm of the size of a sum. */
static int
size_of_sums (const gk_matmul *p, gk_data data)
{
  const int64_t drawn = update_drawn_inner (p, true);
  const double root = sqrt ((double)p->n);
  const double q = (double)exact_range (p->dtype, drawn);
  const double share = exact_share (p->dtype, drawn);

  switch (data) {
  case GK_DATA_PERMUTATION: /* of single products; other sums are larger */
    return 0;
  case GK_DATA_EXACT: /* not integers */
    return ilogb (root * (share > 0 ? share : q * q));
  case GK_DATA_HEAVY: /* of outliers, which meet in one sum of n */
    return ilogb (16 + root / 16 + 0x1p11 / (double)p->n);
  default:
    return ilogb (root);
  }
}

/* What is added is by beta, and is to be of the size of sums times alpha. */
static struct added
added_of (const gk_matmul *p, gk_data data, double beta, uint64_t seed)
{
  const bool integers
      = data == GK_DATA_EXACT && update_is_exact (p->alpha, p->beta);
  struct added a = { p->dtype_c, data, seed, 0, 0, integers };
  const int to = ilogb (p->alpha) - ilogb (beta);
  const struct wide wide = wide_of (p->dtype_c, 4 * p->n);
  const int most = F16_MOST - (beta > 1 ? ilogb (beta) : 0);

  a.low = a.high = to + (integers ? 0 : size_of_sums (p, data));
  if (data == GK_DATA_WIDE) {
    a.high = wide.high;
    a.low = wide.low + 4 < wide.high ? wide.low + 4 : wide.high;
  } else if (p->dtype_c == GK_F16 && a.high > most)
    a.low = a.high = most;
  return a;
}

static double
draw_number (const struct added *a, uint64_t word)
{
  const bool minus = (word & 1) != 0;
  const int exponent
      = a->low + (int)((word >> 1 & 127) % (uint64_t)(a->high - a->low + 1));
  double x;

  if (a->data == GK_DATA_ZERO)
    return 0;
  if (a->integers)
    x = ldexp (2 + 4 * (double)(word >> 62), a->low);
  else
    x = ldexp ((double)((INT64_C (1) << FRACTION)
                        + 15 * (int64_t)(word >> (64 - FRACTION))),
               exponent - FRACTION - 4);
  return minus ? -x : x;
}

/* Padding is filled, too. */
static void
fill_added (const gk_host *host, const struct added *a, void *memory, int64_t n)
{
  const size_t element = number_bytes (a->dtype);

#pragma omp parallel for if (is_worth_threads(n * STEPS_MADE)) schedule(static)
  for (int64_t first = 0; first < n; first += PIECE) {
    const int count = n - first < PIECE ? (int)(n - first) : PIECE;
    uint64_t words[PIECE];

    host->random (host, words, (size_t)count * sizeof *words,
                  a->seed + (uint64_t)(first / PIECE));
    for (int i = 0; i < count; i++)
      number_put (a->dtype, (char *)memory + (size_t)(first + i) * element,
                  draw_number (a, words[i]));
  }
}

void
update_fill (const gk_host *host, const gk_matmul *problem, gk_data data,
             uint64_t seed, void *const *buffers)
{
  if (problem->beta != 0) {
    const struct added before = added_of (problem, data, problem->beta,
                                          seed ^ UINT64_C (0xa54ff53a5f1d36f1));

    fill_added (host, &before, buffers[MATMUL_C],
                problem->batch * problem->stride_c);
  }
  if (problem->bias != NULL) {
    const struct added bias
        = added_of (problem, data, 1, seed ^ UINT64_C (0x9b05688c2b3e6c1f));

    fill_added (host, &bias, buffers[MATMUL_BIAS],
                update_bias_length (problem));
  }
}

int
update_changes (bool is_needed)
{
  return is_needed ? BESIDE : CHANGES;
}

/* Changes an element: in odd generations its sign, in even ones the last bit of
 * its exponent, so that it differs from that of the generation before, which
 * may be of the same element.  A zero becomes 1 or -1. */
static void
change_number (const struct update_change *to, uint32_t buffer, int64_t index)
{
  const gk_dtype dtype = to->problem->dtype_c;
  const size_t element = number_bytes (dtype);
  const struct wide w = wide_of (dtype, to->problem->n);
  const uint64_t sign = UINT64_C (1) << (8 * element - 1);
  const uint64_t one = (uint64_t)w.bias << w.fraction;
  const bool odd = to->generation % 2 != 0;
  const uint64_t offset = (uint64_t)index * element;
  char *at = (char *)to->vary->buffers[buffer] + offset;
  uint64_t flips = odd ? sign : UINT64_C (1) << w.fraction;

  if (to->vary->data == GK_DATA_ZERO)
    flips = odd ? one : one | sign;
  bits_put (at, element, bits_get (at, element) ^ flips);
  if (!to->noted)
    changes_note (to->vary, buffer, offset, element);
}

/* Changes some old values in the column that B's change is in, and one
 * anywhere. */
static void
change_before (const struct update_change *to,
               const uint64_t words[CHANGED + 1])
{
  const gk_matmul *p = to->problem;
  const int64_t first = to->z * p->stride_c;
  const uint64_t rows = (uint64_t)p->m;
  const int in_column = rows < IN_COLUMN ? (int)rows : IN_COLUMN;
  const int64_t row = (int64_t)(words[IN_COLUMN] % rows);
  const int64_t column = (int64_t)(words[CHANGED] % (uint64_t)p->k);

  for (int t = 0; t < in_column; t++)
    change_number (to, MATMUL_C,
                   first
                       + (int64_t)changes_index (words[t], (uint64_t)t,
                                                 (uint64_t)in_column, rows)
                             * p->ldc
                       + to->column);
  if (column != to->column)
    change_number (to, MATMUL_C, first + row * p->ldc + column);
}

void
update_change (const gk_host *host, const struct update_change *to)
{
  const gk_matmul *p = to->problem;
  uint64_t words[CHANGED + 1];

  if (to->column < 0)
    return;
  changes_random (host, to->seed, to->generation, OF_UPDATE, words,
                  CHANGED + 1);
  if (p->beta != 0)
    change_before (to, words);
  if (p->bias != NULL && to->z == 0)
    change_number (to, MATMUL_BIAS, to->column);
}
