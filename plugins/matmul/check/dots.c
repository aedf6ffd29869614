/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdint.h>

#include "dots.h"
#include "matmul/clones.h"

/* Which the compiler keeps in a register, or in as many as the machine
 * needs. */
typedef double lanes __attribute__ ((vector_size (sizeof (double[GROUP])),
                                     aligned (sizeof (double)), may_alias));
typedef int64_t lane_bits __attribute__ ((vector_size (sizeof (lanes))));

struct lane_sums {
  lanes high, magnitude, square;
};

static inline __attribute__ ((always_inline)) void
add_product (struct lane_sums *s, lanes product)
{
  s->high += product;
  s->magnitude += (lanes)((lane_bits)product & INT64_MAX);
  s->square += product * product;
}

static inline __attribute__ ((always_inline)) void
add_piece (struct double_double_sums *sums, const struct lane_sums *piece)
{
  *(lanes *)sums->high += piece->high;
  *(lanes *)sums->magnitude += piece->magnitude;
  *(lanes *)sums->square += piece->square;
}

MATMUL_CLONES static void
add_narrow (const struct dots_pair *pair, const double (*columns)[GROUP], int n)
{
  const double *row0 = pair->row[0], *row1 = pair->row[1];
  struct lane_sums s0 = { 0 }, s1 = { 0 };

  for (int l = 0; l < n; l++) {
    const lanes column = *(const lanes *)columns[l];

    add_product (&s0, row0[l] * column);
    add_product (&s1, row1[l] * column);
  }
  add_piece (pair->sums[0], &s0);
  add_piece (pair->sums[1], &s1);
}

void
dots_add (gk_dtype dtype, const struct dots_pair *pair,
          const double (*columns)[GROUP], int n)
{
  if (dtype != GK_F64) {
    add_narrow (pair, columns, n);
    return;
  }
  for (int r = 0; r < 2; r++)
    double_double_add (pair->sums[r], pair->row[r], columns, n);
}

MATMUL_CLONES static void
add_one_narrow (struct double_double_sums *parts, const double *row,
                const double *column, int n)
{
  struct lane_sums s = { 0 };
  lanes x = { 0 }, y = { 0 };
  int l = 0;

  for (; l <= n - GROUP; l += GROUP)
    add_product (&s, *(const lanes *)(row + l) * *(const lanes *)(column + l));
  for (int c = 0; l < n; c++, l++) {
    x[c] = row[l];
    y[c] = column[l];
  }
  add_product (&s, x * y);
  add_piece (parts, &s);
}

void
dots_add_one (gk_dtype dtype, struct double_double_sums *parts,
              const double *row, const double *column, int n)
{
  if (dtype != GK_F64)
    add_one_narrow (parts, row, column, n);
  else
    double_double_add_one (parts, row, column, n);
}

MATMUL_CLONES static void
add_fold_narrow (const struct dots_pair *pair,
                 const struct double_double_sums *folds, int n)
{
  const double *row0 = pair->row[0], *row1 = pair->row[1];
  struct lane_sums s0 = { 0 }, s1 = { 0 };

  for (int l = 0; l < n; l++) {
    const lanes fold = *(const lanes *)folds[l].high;
    const lanes square = *(const lanes *)folds[l].square;

    s0.high += row0[l] * fold;
    s0.square += row0[l] * row0[l] * square;
    s1.high += row1[l] * fold;
    s1.square += row1[l] * row1[l] * square;
  }
  add_piece (pair->sums[0], &s0);
  add_piece (pair->sums[1], &s1);
}

void
dots_add_fold (gk_dtype dtype, const struct dots_pair *pair,
               const struct double_double_sums *folds, int n)
{
  if (dtype != GK_F64) {
    add_fold_narrow (pair, folds, n);
    return;
  }
  for (int r = 0; r < 2; r++)
    double_double_add_fold (pair->sums[r], pair->row[r], folds, n);
}
