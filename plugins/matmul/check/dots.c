/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "dots.h"
#include "matmul/clones.h"

struct lane_sums {
  double high[GROUP], magnitude[GROUP], square[GROUP];
};

static inline __attribute__ ((always_inline)) void
add_product (struct lane_sums *s, int c, double product)
{
  s->high[c] += product;
  s->magnitude[c] += fabs (product);
  s->square[c] += product * product;
}

static inline __attribute__ ((always_inline)) void
add_piece (struct double_double_sums *sums, const struct lane_sums *piece)
{
  for (int c = 0; c < GROUP; c++) {
    sums->high[c] += piece->high[c];
    sums->magnitude[c] += piece->magnitude[c];
    sums->square[c] += piece->square[c];
  }
}

MATMUL_CLONES static void
add_narrow (const struct dots_pair *pair, const double (*columns)[GROUP], int n)
{
  const double *row0 = pair->row[0], *row1 = pair->row[1];
  struct lane_sums s0 = { .high = { 0 } }, s1 = s0;

  for (int l = 0; l < n; l++)
#pragma omp simd
    for (int c = 0; c < GROUP; c++) {
      add_product (&s0, c, row0[l] * columns[l][c]);
      add_product (&s1, c, row1[l] * columns[l][c]);
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
  struct lane_sums s = { .high = { 0 } };
  int l = 0;

  for (; l <= n - GROUP; l += GROUP)
#pragma omp simd
    for (int c = 0; c < GROUP; c++)
      add_product (&s, c, row[l + c] * column[l + c]);
  for (int c = 0; c < n - l; c++)
    add_product (&s, c, row[l + c] * column[l + c]);
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
  struct lane_sums s0 = { .high = { 0 } }, s1 = s0;

  for (int l = 0; l < n; l++)
#pragma omp simd
    for (int c = 0; c < GROUP; c++) {
      s0.high[c] += row0[l] * folds[l].high[c];
      s0.square[c] += row0[l] * row0[l] * folds[l].square[c];
      s1.high[c] += row1[l] * folds[l].high[c];
      s1.square[c] += row1[l] * row1[l] * folds[l].square[c];
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
