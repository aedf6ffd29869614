/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "dots.h"
#include "lanes.h"
#include "matmul/clones.h"
#include "matmul/half.h"
#include "matmul/matrix.h"
#include "matmul/number.h"

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

/* ---- One row ---- */

/* dtype: a constant in each call, as is all that is in these functions. */
static inline __attribute__ ((always_inline)) double
element_number (gk_dtype dtype, const void *row, int l)
{
  return (double)(dtype == GK_F16 || dtype == GK_BF16
                      ? half_element (dtype, row, l)
                      : ((const float *)row)[l]);
}

/* LANES of GROUP sums. */
struct dot_lanes {
  lanes high, magnitude, square;
};
enum { PARTS = GROUP / LANES };

static inline __attribute__ ((always_inline)) void
add_lanes (double to[GROUP], int part, const lanes *x)
{
  *(lanes_in_memory *)(to + part * LANES) += *x;
}

static inline __attribute__ ((always_inline)) void
load_products (gk_dtype dtype, const void *row, const double *column, int l,
               lanes *products)
{
  lanes_load (dtype, row, l, products);
  *products *= *(const lanes_in_memory *)(column + l);
}

static inline __attribute__ ((always_inline)) void
add_one_of (gk_dtype dtype, struct double_double_sums *parts, const void *row,
            const double *column, int n)
{
  struct dot_lanes s[PARTS] = { 0 };
  int l = 0;

  for (; l <= n - GROUP; l += GROUP)
#pragma GCC unroll 2
    for (int p = 0; p < PARTS; p++) {
      lanes product, magnitude;

      load_products (dtype, row, column, l + p * LANES, &product);
      lanes_magnitude (&magnitude, &product);
      s[p].high += product;
      s[p].magnitude += magnitude;
      s[p].square += product * product;
    }
  for (int c = 0; c < n - l; c++) {
    struct dot_lanes *of = &s[c / LANES];
    const double product = element_number (dtype, row, l + c) * column[l + c];

    of->high[c % LANES] += product;
    of->magnitude[c % LANES] += fabs (product);
    of->square[c % LANES] += product * product;
  }
  for (int p = 0; p < PARTS; p++) {
    add_lanes (parts->high, p, &s[p].high);
    add_lanes (parts->magnitude, p, &s[p].magnitude);
    add_lanes (parts->square, p, &s[p].square);
  }
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

/* Returns a row of a type that these loops read: of 8 bits, as f32 in room. */
static const void *
readable_row (gk_dtype *dtype, const void *row, int n, float room[PART_COLS])
{
  if (!number_is_byte (*dtype))
    return row;
  row = number_floats (*dtype, row, n, room);
  *dtype = GK_F32;
  return row;
}

void
dots_add_one (gk_dtype dtype, struct double_double_sums *parts, const void *row,
              const double *column, int n)
{
  float room[PART_COLS];

  row = readable_row (&dtype, row, n, room);
  if (dtype != GK_F64)
    add_one_narrow (dtype, parts, row, column, n);
  else
    double_double_add_one (parts, row, column, n);
}

static inline __attribute__ ((always_inline)) void
add_scaled_of (gk_dtype dtype, struct double_double_sums *parts,
               const void *row, const double *column, int n, bool squares)
{
  struct dot_lanes s[PARTS] = { 0 };
  int l = 0;

  for (; l <= n - GROUP; l += GROUP)
#pragma GCC unroll 2
    for (int p = 0; p < PARTS; p++) {
      lanes product;

      load_products (dtype, row, column, l + p * LANES, &product);
      s[p].high += product;
      if (squares)
        s[p].square += product * product;
    }
  for (int c = 0; c < n - l; c++) {
    struct dot_lanes *of = &s[c / LANES];
    const double product = element_number (dtype, row, l + c) * column[l + c];

    of->high[c % LANES] += product;
    of->square[c % LANES] += product * product;
  }
  for (int p = 0; p < PARTS; p++) {
    add_lanes (parts->high, p, &s[p].high);
    if (squares)
      add_lanes (parts->square, p, &s[p].square);
  }
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
  float room[PART_COLS];

  row = readable_row (&dtype, row, n, room);
  if (dtype != GK_F64)
    add_scaled_narrow (dtype, parts, row, column, n, squares);
  else
    double_double_add_scaled (parts, row, column, n, squares);
}

/* ---- Folds ---- */

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
