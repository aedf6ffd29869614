/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "dots.h"
#include "lanes.h"
#include "matmul/matrix.h"
#include "matmul/clones.h"
#include "matmul/half.h"

/* A piece of a row's sums. */
struct lane_sums {
  lanes high, magnitude, square;
};

static inline __attribute__ ((always_inline)) void
add_lanes (double to[GROUP], const lanes *x)
{
  *(lanes_in_memory *)to += *x;
}

static inline __attribute__ ((always_inline)) void
add_piece (struct double_double_sums *sums, const struct lane_sums *piece)
{
  add_lanes (sums->high, &piece->high);
  add_lanes (sums->magnitude, &piece->magnitude);
  add_lanes (sums->square, &piece->square);
}

/* ---- Some rows and GROUP columns ---- */

/* What sums of magnitudes and squares take of rows: loads then repeat a number
 * in all lanes, which is work for each column otherwise. */
struct prepared_rows {
  double magnitude[DOTS_ROWS][PART_COLS], square[DOTS_ROWS][PART_COLS];
};

static inline __attribute__ ((always_inline)) void
prepare_rows (const struct dots_rows *rows, int n, struct prepared_rows *to)
{
  for (int r = 0; r < DOTS_ROWS; r++)
#pragma omp simd
    for (int l = 0; l < n; l++) {
      to->magnitude[r][l] = fabs (rows->row[r][l]);
      to->square[r][l] = rows->row[r][l] * rows->row[r][l];
    }
}

/* Of each column y, |y| and y^2 serve all rows.  The products are exact, so all
 * sums are as if these of each product were added.  Unrolled, so that the sums
 * stay in registers. */
MATMUL_CLONES static void
add_narrow (const struct dots_rows *rows, const double (*columns)[GROUP], int n)
{
  struct lane_sums s[DOTS_ROWS] = { 0 };
  struct prepared_rows x;

  prepare_rows (rows, n, &x);
  for (int l = 0; l < n; l++) {
    const lanes y = *(const lanes_in_memory *)columns[l], square = y * y;
    lanes magnitude;

    lanes_magnitude (&magnitude, &y);
#pragma GCC unroll 4
    for (int r = 0; r < DOTS_ROWS; r++) {
      s[r].high += rows->row[r][l] * y;
      s[r].magnitude += x.magnitude[r][l] * magnitude;
      s[r].square += x.square[r][l] * square;
    }
  }
  for (int r = 0; r < DOTS_ROWS; r++)
    add_piece (rows->sums[r], &s[r]);
}

void
dots_add (gk_dtype dtype, const struct dots_rows *rows,
          const double (*columns)[GROUP], int n)
{
  if (dtype != GK_F64) {
    add_narrow (rows, columns, n);
    return;
  }
  for (int r = 0; r < rows->n; r++)
    double_double_add (rows->sums[r], rows->row[r], columns, n);
}

/* ---- One row ---- */

/* dtype: a constant in each call, as is all that is in these functions. */
static inline __attribute__ ((always_inline)) double
element (gk_dtype dtype, const void *row, int l)
{
  switch (dtype) {
  case GK_F16:
    return (double)half_f16 (((const uint16_t *)row)[l]);
  case GK_BF16:
    return (double)half_bf16 (((const uint16_t *)row)[l]);
  default:
    return (double)((const float *)row)[l];
  }
}

static inline __attribute__ ((always_inline)) void
add_one_of (gk_dtype dtype, struct double_double_sums *parts, const void *row,
            const double *column, int n)
{
  struct lane_sums s = { 0 };
  int l = 0;

  for (; l <= n - GROUP; l += GROUP) {
    lanes product, magnitude;

    lanes_load (dtype, row, l, &product);
    product *= *(const lanes_in_memory *)(column + l);
    lanes_magnitude (&magnitude, &product);
    s.high += product;
    s.magnitude += magnitude;
    s.square += product * product;
  }
  for (int c = 0; c < n - l; c++) {
    const double product = element (dtype, row, l + c) * column[l + c];

    s.high[c] += product;
    s.magnitude[c] += fabs (product);
    s.square[c] += product * product;
  }
  add_piece (parts, &s);
}

MATMUL_CLONES static void
add_one_narrow (gk_dtype dtype, struct double_double_sums *parts,
                const void *row, const double *column, int n)
{
  switch (dtype) {
  case GK_F16:
    add_one_of (GK_F16, parts, row, column, n);
    break;
  case GK_BF16:
    add_one_of (GK_BF16, parts, row, column, n);
    break;
  default:
    add_one_of (GK_F32, parts, row, column, n);
  }
}

void
dots_add_one (gk_dtype dtype, struct double_double_sums *parts, const void *row,
              const double *column, int n)
{
  if (dtype != GK_F64)
    add_one_narrow (dtype, parts, row, column, n);
  else
    double_double_add_one (parts, row, column, n);
}

static inline __attribute__ ((always_inline)) void
add_scaled_of (gk_dtype dtype, struct double_double_sums *parts,
               const void *row, const double *column, int n, bool squares)
{
  lanes high = { 0 }, square = { 0 };
  int l = 0;

  for (; l <= n - GROUP; l += GROUP) {
    lanes product;

    lanes_load (dtype, row, l, &product);
    product *= *(const lanes_in_memory *)(column + l);
    high += product;
    if (squares)
      square += product * product;
  }
  for (int c = 0; c < n - l; c++) {
    const double product = element (dtype, row, l + c) * column[l + c];

    high[c] += product;
    square[c] += product * product;
  }
  add_lanes (parts->high, &high);
  if (squares)
    add_lanes (parts->square, &square);
}

MATMUL_CLONES static void
add_scaled_narrow (gk_dtype dtype, struct double_double_sums *parts,
                   const void *row, const double *column, int n, bool squares)
{
  if (dtype == GK_F16)
    add_scaled_of (GK_F16, parts, row, column, n, true);
  else if (dtype == GK_BF16)
    add_scaled_of (GK_BF16, parts, row, column, n, true);
  else if (squares)
    add_scaled_of (GK_F32, parts, row, column, n, true);
  else
    add_scaled_of (GK_F32, parts, row, column, n, false);
}

void
dots_add_scaled (gk_dtype dtype, struct double_double_sums *parts,
                 const void *row, const double *column, int n, bool squares)
{
  if (dtype != GK_F64)
    add_scaled_narrow (dtype, parts, row, column, n, squares);
  else
    double_double_add_scaled (parts, row, column, n, squares);
}

/* ---- Folds ---- */

MATMUL_CLONES static void
add_fold_narrow (const struct dots_rows *rows,
                 const struct double_double_sums *folds, int n)
{
  lanes high[DOTS_ROWS] = { 0 }, square[DOTS_ROWS] = { 0 };
  struct prepared_rows x;

  prepare_rows (rows, n, &x);
  for (int l = 0; l < n; l++) {
    const lanes y = *(const lanes_in_memory *)folds[l].high;
    const lanes y2 = *(const lanes_in_memory *)folds[l].square;

#pragma GCC unroll 4
    for (int r = 0; r < DOTS_ROWS; r++) {
      high[r] += rows->row[r][l] * y;
      square[r] += x.square[r][l] * y2;
    }
  }
  for (int r = 0; r < DOTS_ROWS; r++) {
    add_lanes (rows->sums[r]->high, &high[r]);
    add_lanes (rows->sums[r]->square, &square[r]);
  }
}

void
dots_add_fold (gk_dtype dtype, const struct dots_rows *rows,
               const struct double_double_sums *folds, int n)
{
  if (dtype != GK_F64) {
    add_fold_narrow (rows, folds, n);
    return;
  }
  for (int r = 0; r < rows->n; r++)
    double_double_add_fold (rows->sums[r], rows->row[r], folds, n);
}
