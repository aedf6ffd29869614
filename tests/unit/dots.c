/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sums of products of f32 numbers, in plain double, are those of double-double
 * arithmetic but for the error that dots.h allows, also where they cancel.
 */
#include <config.h>

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "matmul/check/dots.h"
#include "matmul/matrix.h"
#include "matmul/number.h"
#include "tests/unit/unit.h"

enum { PIECES = 16, MOST = PIECES * PART_COLS };

static double row[2][MOST], column[MOST], columns[MOST][GROUP];
static float narrow_row[MOST]; /* row[0] */
static struct double_double_sums folds[MOST];

/* Any f32 that is finite. */
static double
any_number (uint32_t bits)
{
  float x;

  memcpy (&x, &bits, sizeof x);
  return isfinite (x) ? (double)x : 0;
}

static void
make_numbers (uint64_t seed)
{
  uint32_t bits[MOST][4 + GROUP];

  random_fill (bits, sizeof bits, seed);
  for (int l = 0; l < MOST; l++) {
    /* The second half is the negative of the first. */
    const int from = l < MOST / 2 ? l : l - MOST / 2;

    row[0][l] = any_number (bits[from][0]) * (from == l ? 1 : -1);
    row[1][l] = any_number (bits[l][1]);
    narrow_row[l] = (float)row[0][l];
    column[l] = any_number (bits[from][2]);
    for (int c = 0; c < GROUP; c++) {
      columns[l][c] = any_number (bits[from][4 + c]);
      folds[l].high[c] = columns[l][c];
      folds[l].square[c] = columns[l][c] * columns[l][c];
    }
  }
}

/* n numbers of each, added in pieces. */
static void
add_all (gk_dtype dtype, int n, struct double_double_sums sums[5])
{
  const bool wide = dtype == GK_F64;

  memset (sums, 0, sizeof *sums * 5);
  for (int l = 0; l < n; l += PART_COLS) {
    const int few = n - l < PART_COLS ? n - l : PART_COLS;
    const struct dots_pair pair
        = { { row[0] + l, row[1] + l }, { &sums[0], &sums[1] } };
    const struct dots_pair fold
        = { { row[0] + l, row[1] + l }, { &sums[2], &sums[3] } };

    dots_add (dtype, &pair, columns + l, few);
    dots_add_fold (dtype, &fold, folds + l, few);
    dots_add_one (dtype, &sums[4],
                  wide ? (const void *)(row[0] + l)
                       : (const void *)(narrow_row + l),
                  column + l, few);
  }
}

TEST (sums_of_narrow_floats_are_precise_in_double)
{
  static const int lengths[] = { 1, 7, 8, 9, 255, 257, 1000, MOST };
  struct double_double_sums is[5], right[5];

  for (size_t i = 0; i < 8 * sizeof lengths / sizeof lengths[0]; i++) {
    const int n = lengths[i % 8];
    const double e = (PART_COLS + n / (double)PART_COLS) * 0x1p-53;

    make_numbers (i);
    add_all (GK_F32, n, is);
    add_all (GK_F64, n, right);
    for (int c = 0; c < 5 * GROUP; c++) {
      const struct double_double_sums *x = &is[c / GROUP];
      const struct double_double_sums *y = &right[c / GROUP];
      const int s = c % GROUP;
      /* Sums with folds have no magnitudes. */
      const double all = c / GROUP == 2 || c / GROUP == 3
                             ? right[c / GROUP - 2].magnitude[s]
                             : y->magnitude[s];

      assert_true (fabs (x->high[s] - y->high[s] - y->low[s]) <= e * all);
      assert_true (fabs (x->magnitude[s] - y->magnitude[s])
                   <= n * 0x1p-52 * y->magnitude[s]);
      assert_true (fabs (x->square[s] - y->square[s])
                   <= n * 0x1p-52 * y->square[s]);
      assert_true (x->low[s] == 0);
    }
  }
}

/* The sums of a fold, added one by one, in the order of the pieces. */
static double
sum_scaled (gk_dtype dtype, const void *elements, int n, int c, bool squared)
{
  double sum = 0;

  for (int from = 0; from < n; from += PART_COLS) {
    double piece = 0;

    for (int l = from + c; l < n && l < from + PART_COLS; l += GROUP) {
      const char *at
          = (const char *)elements + (unsigned)l * number_bytes (dtype);
      const double product = number_at (dtype, at) * column[l];

      piece += squared ? product * product : product;
    }
    sum += piece;
  }
  return sum;
}

/* Elements of each narrow type, converted as they are added, give the very sums
 * of their values, and magnitudes stay as they are. */
TEST (sums_of_scaled_elements_are_those_of_their_values)
{
  static const gk_dtype types[] = { GK_F16, GK_BF16, GK_F32, GK_TF32 };
  static const int lengths[] = { 1, 7, 8, 9, 255, 257, 1000 };
  uint32_t elements[1000];

  for (int l = 0; l < MOST; l++) {
    const int exponent = (int)(l * 7 % 21) - 10;

    column[l] = ldexp (l % 3 != 0 ? 1 : -1, exponent);
  }
  for (size_t i = 0; i < 2 * 28; i++) {
    const gk_dtype dtype = types[i % 4];
    const int n = lengths[i / 4 % 7];
    const bool squares = i >= 28 || number_bytes (dtype) == 2;
    struct double_double_sums is = { .high = { 0 } };

    random_fill (elements, sizeof elements, i);
    for (int l = 0; l < 1000; l++) {
      char *at = (char *)elements + (unsigned)l * number_bytes (dtype);

      if (!isfinite (number_at (dtype, at)))
        number_put (dtype, at, l);
    }
    for (int l = 0; l < n; l += PART_COLS)
      dots_add_scaled (
          dtype, &is, (char *)elements + (unsigned)l * number_bytes (dtype),
          column + l, n - l < PART_COLS ? n - l : PART_COLS, squares);
    for (int c = 0; c < GROUP; c++) {
      const double square = sum_scaled (dtype, elements, n, c, true);

      assert_true (is.high[c] == sum_scaled (dtype, elements, n, c, false));
      assert_true (fabs (is.square[c] - (squares ? square : 0))
                   <= 0x1p-40 * square);
      assert_true (is.magnitude[c] == 0 && is.low[c] == 0);
    }
  }
}
