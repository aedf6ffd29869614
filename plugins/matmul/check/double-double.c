/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "matmul/clones.h"
#include "double-double.h"

/* Returns x + y and its rounding error.  This is Knuth's two-sum, since either
 * of the two may be the larger; Dekker's shorter one needs |x| >= |y|. */
static inline __attribute__ ((always_inline)) double
two_sum (double x, double y, double *lost)
{
  const double sum = x + y, added = sum - x;

  *lost = x - (sum - added) + (y - added);
  return sum;
}

/* Adds a product to sum c. */
static inline __attribute__ ((always_inline)) void
add_product (struct double_double_sums *s, int c, double x, double y)
{
  const double product = x * y;
  const double lost = fma (x, y, -product);
  double rest;

  s->high[c] = two_sum (s->high[c], product, &rest);
  s->low[c] += lost + rest;
  s->magnitude[c] += fabs (product);
  s->square[c] += product * product;
}

MATMUL_CLONES void
double_double_add (struct double_double_sums *sums, const double *row,
                   const double (*columns)[GROUP], int n)
{
  struct double_double_sums s = *sums;

  for (int l = 0; l < n; l++)
#pragma omp simd
    for (int c = 0; c < GROUP; c++)
      add_product (&s, c, row[l], columns[l][c]);
  *sums = s;
}

MATMUL_CLONES void
double_double_add_one (struct double_double_sums *parts, const double *row,
                       const double *column, int n)
{
  struct double_double_sums s = *parts;
  int l = 0;

  for (; l <= n - GROUP; l += GROUP)
#pragma omp simd
    for (int c = 0; c < GROUP; c++)
      add_product (&s, c, row[l + c], column[l + c]);
  for (int c = 0; c < n - l; c++)
    add_product (&s, c, row[l + c], column[l + c]);
  *parts = s;
}

/* squares: a constant in each call. */
static inline __attribute__ ((always_inline)) void
add_scaled (struct double_double_sums *parts, const double *row,
            const double *column, int n, bool squares)
{
  struct double_double_sums s = *parts;
  int l = 0;

  for (; l <= n - GROUP; l += GROUP)
#pragma omp simd
    for (int c = 0; c < GROUP; c++) {
      const double product = row[l + c] * column[l + c];
      double rest;

      s.high[c] = two_sum (s.high[c], product, &rest);
      s.low[c] += rest;
      if (squares)
        s.square[c] += product * product;
    }
  for (int c = 0; c < n - l; c++)
    add_product (&s, c, row[l + c], column[l + c]);
  for (int c = 0; c < GROUP; c++) {
    parts->high[c] = s.high[c];
    parts->low[c] = s.low[c];
    if (squares)
      parts->square[c] = s.square[c];
  }
}

MATMUL_CLONES void
double_double_add_scaled (struct double_double_sums *parts, const double *row,
                          const double *column, int n, bool squares)
{
  if (squares)
    add_scaled (parts, row, column, n, true);
  else
    add_scaled (parts, row, column, n, false);
}

MATMUL_CLONES void
double_double_add_fold (struct double_double_sums *sums, const double *row,
                        const struct double_double_sums *rows, int n)
{
  struct double_double_sums s = *sums;

  for (int l = 0; l < n; l++)
#pragma omp simd
    for (int c = 0; c < GROUP; c++) {
      const double x = row[l], y = rows[l].high[c];
      const double product = x * y;
      const double lost = fma (x, y, -product);
      double rest;

      s.high[c] = two_sum (s.high[c], product, &rest);
      s.low[c] += lost + rest + x * rows[l].low[c];
      s.square[c] += x * x * rows[l].square[c];
    }
  *sums = s;
}

void
double_double_subtract (struct double_double_sums *sums,
                        const struct double_double_sums *x,
                        const struct double_double_sums *y)
{
  for (int c = 0; c < GROUP; c++) {
    double lost;

    sums->high[c] = two_sum (x->high[c], -y->high[c], &lost);
    sums->low[c] = lost + (x->low[c] - y->low[c]);
  }
}

void
double_double_total (struct double_double_sums *sums, int s,
                     const struct double_double_sums *parts)
{
  double high = 0, low = 0, magnitude = 0, square = 0, lost;

  for (int c = 0; c < GROUP; c++) {
    high = two_sum (high, parts->high[c], &lost);
    low += lost + parts->low[c];
    magnitude += parts->magnitude[c];
    square += parts->square[c];
  }
  sums->high[s] = high;
  sums->low[s] = low;
  sums->magnitude[s] = magnitude;
  sums->square[s] = square;
}
