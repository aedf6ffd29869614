/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How many products of digits a product of floats needs: what the rule accepts
 * keeps the bound, also for lines that are sorted against each other, whose
 * products are as small as can be; and usual data gets few products.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "matmul/cuda/digits.h"
#include "tests/unit/unit.h"

enum { N = 1024, LINES = 24 };

typedef float draw (void);

struct matrix {
  float x[LINES][N]; /* less than 1 */
  double rounding;   /* the mean square, for three digits */
};

static float
draw_uniform (void)
{
  /* A multiple of 2^-23, which three digits hold. */
  return (float)(rand () % 16000001 - 8000000) * 0x1p-23F;
}

static float
draw_float (void)
{
  return (float)rand () / (float)RAND_MAX * 1.98F - 0.99F;
}

static float
draw_exponential (void)
{
  const double x = -log ((rand () + 0.5) / ((double)RAND_MAX + 1)) / 16;

  return (float)(rand () % 2 ? x : -x);
}

/* Half of the scale is not used. */
static float
draw_small (void)
{
  return draw_exponential () / 2;
}

static float
draw_half_zeros (void)
{
  return rand () % 2 ? draw_float () : 0;
}

static int
compare_magnitudes (const void *a, const void *b)
{
  const float x = fabsf (*(const float *)a), y = fabsf (*(const float *)b);

  return (x > y) - (x < y);
}

static void
fill (struct matrix *m, draw *number, bool sorted, bool down)
{
  m->rounding = 0;
  for (int l = 0; l < LINES; l++) {
    for (int k = 0; k < N; k++) {
      const double scaled = 0x1p23 * (m->x[l][k] = number ());

      m->rounding += pow (scaled - rint (scaled), 2) / N / LINES;
    }
    if (sorted)
      qsort (m->x[l], N, sizeof m->x[l][0], compare_magnitudes);
    for (int k = 0; sorted && down && k < N / 2; k++) {
      const float x = m->x[l][k];

      m->x[l][k] = m->x[l][N - 1 - k];
      m->x[l][N - 1 - k] = x;
    }
  }
}

static struct digits_spread
spread_of (const struct matrix *m)
{
  struct digits_spread s = { 0 };

  for (int l = 0; l < LINES; l++) {
    double mean = 0, square = 0, root = 0;

    for (int k = 0; k < N; k++) {
      mean += fabs (m->x[l][k]) / N;
      square += pow (m->x[l][k], 2) / N;
      root += sqrt (fabs (m->x[l][k])) / N;
    }
    s.no_product = fmaxf (s.no_product, (float)(0.5 - mean + square / 2));
    s.no_root = fmaxf (s.no_root, (float)(1 - root));
    s.variance = fmaxf (s.variance, (float)(mean / root / root - 1));
    s.mean = fmaxf (s.mean, (float)mean);
    s.square = fmaxf (s.square, (float)square);
  }
  return s;
}

/* Digit i of x, from the left, as its value; all of them: the last of them is
 * less than 1. */
static double
digit_of (float x, int digits, int i)
{
  int64_t q = (int64_t)rint (ldexp (x, 8 * digits - 1));
  int64_t d = 0;

  for (int n = digits; n > i; n--) {
    d = (int8_t)q;
    q = (q - d) / 256;
  }
  return ldexp ((double)d, -7 - 8 * i);
}

/* The largest sum of squares of digits and of roundings in a block. */
static void
find_largest (const struct matrix *m, int digits, float *squares,
              float *roundings)
{
  for (int l = 0; l < LINES; l++)
    for (int first = 0; first < N; first += digits_block) {
      double of_digits = 0, of_rounding = 0;

      for (int k = first; k < first + digits_block; k++) {
        const double scaled = 0x1p23 * m->x[l][k];

        of_rounding += pow (scaled - rint (scaled), 2);
        for (int i = 1; i < digits; i++)
          of_digits += pow (digit_of (m->x[l][k], digits, i), 2)
                       * ldexp (1, 2 * (7 + 8 * i));
      }
      *squares = fmaxf (*squares, (float)of_digits);
      *roundings = fmaxf (*roundings, (float)of_rounding);
    }
}

/* The products that the rule chooses; 0: none suffices. */
static int
products_of (const struct matrix m[2])
{
  const struct digits_spread s[2] = { spread_of (&m[0]), spread_of (&m[1]) };
  const struct digits_limits limits
      = digits_limits_of (s, N, (float)fmax (m[0].rounding, m[1].rounding));
  float squares = 0, roundings = 0;

  for (int i = 0; i < 2; i++)
    find_largest (&m[i], limits.use_four ? 4 : 3, &squares, &roundings);
  if (limits.use_four)
    return squares <= limits.of_ten ? 10 : limits.thirteen ? 13 : 0;
  if (!(roundings <= limits.rounding_of_eight))
    return 0;
  return squares <= limits.of_six && roundings <= limits.rounding_of_six ? 6
                                                                         : 8;
}

/* The largest error of the sums of so many products, in 2^-24 |A||B|. */
static double
error_of (const struct matrix m[2], int products)
{
  const int digits = products < 10 ? 3 : 4;
  const int top = products == 6 ? 2 : products == 13 ? 4 : 3;
  double worst = 0;

  for (int l = 0; l < LINES; l++) {
    double wrong = 0, all = 0;

    for (int k = 0; k < N; k++) {
      const float a = m[0].x[l][k], b = m[1].x[l][k];
      double sum = 0;

      for (int i = 0; i < digits; i++)
        for (int j = 0; j < digits && i + j <= top; j++)
          sum += digit_of (a, digits, i) * digit_of (b, digits, j);
      wrong += sum - (double)a * b;
      all += fabs ((double)a * b);
    }
    if (all > 0)
      worst = fmax (worst, fabs (wrong) / all * 0x1p24);
  }
  return worst;
}

TEST (what_the_rule_accepts_keeps_the_bound)
{
  static const struct {
    draw *number;
    bool sorted;
    int products; /* expected */
  } known[] = {
    { draw_uniform, false, 6 },      { draw_uniform, true, 6 },
    { draw_float, false, 8 },        { draw_float, true, 8 },
    { draw_exponential, false, 10 }, { draw_exponential, true, 10 },
    { draw_small, false, 13 },       { draw_small, true, 13 },
    { draw_half_zeros, false, 0 },
  };
  static struct matrix m[2];

  srand (1);
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    int products;

    fill (&m[0], known[i].number, known[i].sorted, false);
    fill (&m[1], known[i].number, known[i].sorted, true);
    products = products_of (m);
    assert_int_equal (products, known[i].products);
    if (products > 0)
      assert_true (error_of (m, products) < DIGITS_BOUND - 1);
  }
}

/* As large where the other matrix's number is small, and with its smaller
 * digits swapped, so that all that six products drop has one sign, and is as
 * large as Cauchy and Schwarz allow. */
static float
adverse_number (int k, bool b, int one, int other)
{
  const int large = (int)((b ? N - 1 - k : k) * 124.0 / N) + 1;

  return (float)(large * 65536 + (b ? other * 256 + one : one * 256 + other))
         * 0x1p-23F;
}

TEST (the_bound_is_nearly_reached)
{
  static struct matrix m[2];
  double error;

  srand (3);
  m[0].rounding = m[1].rounding = 0;
  for (int l = 0; l < LINES; l++)
    for (int k = 0; k < N; k++) {
      const int one = rand () % 256 - 128, other = rand () % 256 - 128;

      for (int i = 0; i < 2; i++)
        m[i].x[l][k] = adverse_number (k, i == 1, one, other);
    }
  assert_int_equal (products_of (m), 6);
  error = error_of (m, 6);
  assert_true (error > 4 && error < DIGITS_BOUND - 1);
}

/* The lower bound holds where |A||B| is as small as can be, and is not far from
 * it. */
TEST (the_least_product_is_a_lower_bound)
{
  static draw *const numbers[]
      = { draw_uniform, draw_exponential, draw_half_zeros };
  static struct matrix m[2];

  srand (2);
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    struct digits_spread s[2];
    double least = 1;

    fill (&m[0], numbers[i], true, false);
    fill (&m[1], numbers[i], true, true);
    for (int l = 0; l < LINES; l++) {
      double all = 0;

      for (int k = 0; k < N; k++)
        all += fabs ((double)m[0].x[l][k] * m[1].x[l][k]) / N;
      least = fmin (least, all);
    }
    s[0] = spread_of (&m[0]);
    s[1] = spread_of (&m[1]);
    assert_true (digits_least_by_line (s, 0) <= least);
    assert_true (digits_least_by_roots (s, 0).product <= least);
    if (numbers[i] != draw_half_zeros)
      assert_true (fmaxf (digits_least_by_line (s, 0),
                          digits_least_by_roots (s, 0).product)
                   > least / 2);
  }
}

/* Aligned digits that are large, in lines that the rule of thumb of old
 * accepted: numbers of 1/32 of the scale, and others large times tiny. */
TEST (adverse_lines_are_not_split)
{
  static struct matrix m[2];

  for (int i = 0; i < 2; i++) {
    m[i].rounding = 1 / 12.0;
    for (int l = 0; l < LINES; l++)
      for (int k = 0; k < N; k++)
        m[i].x[l][k] = k % 16 < 9 ? 0.0316F : k % 2 == i ? 0.99F : 0x1.fdp-18F;
  }
  assert_int_equal (products_of (m), 0);
}

TEST (more_products_may_be_required)
{
  static const struct digits_spread s[2];
  struct digits_limits limits = digits_limits_of (s, N, 0);

  assert_true (limits.of_six > 0 && !limits.use_four);
  digits_limits_require (&limits, 8);
  assert_true (limits.of_six < 0 && !limits.use_four);
  digits_limits_require (&limits, 10);
  assert_true (limits.use_four && limits.of_ten > 0);
  digits_limits_require (&limits, 13);
  assert_true (limits.of_ten < 0 && limits.thirteen);
}
