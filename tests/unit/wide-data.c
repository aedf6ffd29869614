/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What wide data of products holds: both signs, numbers far apart, zeros and
 * subnormals, factors that are scaled along the inner dimension and against
 * each other, sums that cancel, and none that overflows.
 */
#include <config.h>

#include <float.h>
#include <math.h>

#include "tests/unit/unit.h"
#include "judged-product.h"
#include "trials.h"
#include "matmul/check/bits.h"
#include "matmul/check/fill-wide.h"
#include "matmul/number.h"
#include "matmul/check/problem.h"
#include "matmul/check/ring.h"
#include "matmul/check/wide.h"

/* Types of floats, their least normal, and the exponents that wide numbers of
 * them are to have where n is 255 or 256. */
static const struct range {
  gk_dtype dtype;
  double normal;
  int low, high;
} ranges[] = {
  { GK_F32, 0x1p-126, -20, 19 },  { GK_F64, 0x1p-1022, -40, 39 },
  { GK_TF32, 0x1p-126, -20, 19 }, { GK_BF16, 0x1p-126, -20, 19 },
  { GK_F16, 0x1p-14, -14, 2 },    { GK_F8_E5M2, 0x1p-14, -14, 2 },
  { GK_F8_E4M3, 0x1p-6, -6, 2 },
};
enum { RANGES = sizeof ranges / sizeof ranges[0] };

enum { M = 64, N = 256, K = 48 };

static void
make (struct product *p, gk_dtype dtype, gk_layout layout, int64_t n)
{
  product_make (p, M, n, K, dtype, layout);
  product_fill (p, GK_DATA_WIDE);
}

static double
at (const struct product *p, const void *matrix, gk_layout layout, int64_t ld,
    int64_t i, int64_t j)
{
  const int64_t place = layout == GK_ROW_MAJOR ? i * ld + j : j * ld + i;
  const gk_dtype dtype = p->problem->dtype;

  return number_at (dtype, (const char *)matrix
                               + (size_t)place * number_bytes (dtype));
}

static double
a (const struct product *p, int64_t i, int64_t l)
{
  return at (p, p->problem->a, p->problem->layout_a, p->problem->lda, i, l);
}

static double
b (const struct product *p, int64_t l, int64_t j)
{
  return at (p, p->problem->b, p->problem->layout_b, p->problem->ldb, l, j);
}

static double
c (const struct product *p, int64_t i, int64_t j)
{
  return number_at (p->problem->dtype_c, product_at (p, i, j));
}

/* What numbers there are. */
struct tally {
  double n, negative, zero, negative_zero, tiny;
  int low, high; /* exponents of normal ones */
};

static void
count (struct tally *t, double x, double normal)
{
  t->n++;
  t->negative += x < 0;
  t->zero += x == 0;
  t->negative_zero += x == 0 && signbit (x) != 0;
  if (x == 0 || fabs (x) < normal) {
    t->tiny += x != 0;
    return;
  }
  t->low = ilogb (x) < t->low ? ilogb (x) : t->low;
  t->high = ilogb (x) > t->high ? ilogb (x) : t->high;
}

static void
check_tally (const struct tally *t, const struct range *r)
{
  const double signed_ones = t->n - t->zero;

  assert_true (fabs (t->negative / signed_ones - 0.5) < 0.05);
  assert_true (t->zero > t->n / 64 && t->zero < t->n / 16);
  assert_true (t->negative_zero > t->zero / 4);
  assert_true (t->tiny > t->n / 64 && t->tiny < t->n / 16);
  assert_int_equal (t->low, r->low);
  assert_int_equal (t->high, r->high);
}

/* But in lines that are mostly zero, or tiny. */
static bool
is_counted (int64_t line)
{
  return line % LINES != 7 && line % LINES != 15;
}

TEST (numbers_are_far_apart_and_some_are_zero_or_below_normal)
{
  struct product p;

  for (int i = 0; i < RANGES * (GK_TT + 1); i += trial_stride (11)) {
    const struct range *r = &ranges[i % RANGES];
    struct tally of_a = { .low = 9999, .high = -9999 }, of_b = of_a;

    make (&p, r->dtype, (gk_layout)(i / RANGES), N);
    for (int64_t l = 0; l < N; l++) {
      for (int64_t row = 0; row < M; row++)
        if (is_counted (row))
          count (&of_a, a (&p, row, l), r->normal);
      for (int64_t column = 0; column < K; column++)
        if (is_counted (column))
          count (&of_b, b (&p, l, column), r->normal);
    }
    check_tally (&of_a, r);
    check_tally (&of_b, r);
    product_free (&p);
  }
}

/* A processor may take a hundred cycles for each. */
TEST (few_numbers_of_large_inputs_are_below_normal)
{
  enum { LARGE_M = 40, LARGE_N = 4096 };
  static const gk_dtype dtypes[] = { GK_F32, GK_F64, GK_BF16 };

  for (size_t i = 0; i < sizeof dtypes / sizeof dtypes[0]; i++) {
    struct tally t = { .low = 9999, .high = -9999 };
    struct product p;

    product_make (&p, LARGE_M, LARGE_N, 17, dtypes[i], GK_ROW_MAJOR);
    product_fill (&p, GK_DATA_WIDE);
    for (int64_t row = 0; row < LARGE_M; row++)
      for (int64_t l = 0; l < LARGE_N && row != 15; l++)
        count (&t, a (&p, row, l), dtypes[i] == GK_F64 ? DBL_MIN : FLT_MIN);
    assert_true (t.tiny > 0 && t.tiny < t.n / 512);
    assert_true (t.zero > t.n / 64);
    /* One line of nothing else is left. */
    for (int64_t l = 0; l < LARGE_N; l++)
      assert_true (fabs (a (&p, 15, l)) < FLT_MIN);
    product_free (&p);
  }
}

/* From the least to the largest exponent of normal numbers among n. */
static int
spread (const double *x, int64_t n, double normal)
{
  int low = 9999, high = -9999;

  for (int64_t l = 0; l < n; l++)
    if (fabs (x[l]) >= normal) {
      low = ilogb (x[l]) < low ? ilogb (x[l]) : low;
      high = ilogb (x[l]) > high ? ilogb (x[l]) : high;
    }
  return high - low;
}

/* Row i of A, column j of B, and their products. */
struct factors {
  double a[N], b[N], product[N];
};

static void
take (const struct product *p, int64_t i, int64_t j, double normal,
      struct factors *f)
{
  for (int64_t l = 0; l < p->problem->n; l++) {
    f->a[l] = a (p, i, l);
    f->b[l] = b (p, l, j);
    f->product[l] = fabs (f->a[l]) >= normal && fabs (f->b[l]) >= normal
                        ? f->a[l] * f->b[l]
                        : 0;
  }
}

TEST (factors_are_scaled_against_each_other)
{
  struct factors f;
  struct product p;

  for (int i = 0; i < RANGES * (GK_TT + 1); i += trial_stride (11)) {
    const struct range *r = &ranges[i % RANGES];

    make (&p, r->dtype, (gk_layout)(i / RANGES), N);
    for (int64_t line = 0; line < 2 * LINES; line += LINES / 4) {
      take (&p, line, line, r->normal, &f);
      assert_in_range (spread (f.a, N, r->normal), r->high - r->low - 9, 99);
      assert_in_range (spread (f.b, N, r->normal), r->high - r->low - 9, 99);
      assert_in_range (spread (f.product, N, DBL_MIN), 3, 8);
    }
    product_free (&p);
  }
}

/* Each of the first half of the products is there again, negative; and of an
 * odd number the last is what is left. */
TEST (sums_cancel)
{
  struct factors f;
  struct product p;

  for (int i = 0; i < 2 * RANGES * (GK_TT + 1); i += trial_stride (11)) {
    const struct range *r = &ranges[i % RANGES];
    const int64_t n = N - i / RANGES % 2;

    make (&p, r->dtype, (gk_layout)(i / RANGES / 2), n);
    for (int64_t line = 2; line < LINES - 2; line += LINES / 4) {
      double largest = 0;

      take (&p, line, line, r->normal, &f);
      for (int64_t l = 0; l < n / 2; l++) {
        assert_true (f.product[l] == -f.product[l + n / 2]);
        largest = fmax (largest, fabs (f.product[l]));
      }
      assert_true (largest > 0);
      if (n % 2 == 0 && r->dtype == GK_F64)
        assert_true (fabs (c (&p, line, line)) < largest * 0x1p-40);
    }
    product_free (&p);
  }
}

TEST (no_line_is_like_another)
{
  struct factors f, g;
  struct product p;
  int zeros = 0;

  make (&p, GK_F32, GK_ROW_MAJOR, N);
  take (&p, 3, 3, FLT_MIN, &f); /* by line: all about as large */
  assert_in_range (spread (f.a, N, FLT_MIN), 1, 3);
  take (&p, 9, 9, FLT_MIN, &g);
  assert_in_range (spread (g.a, N, FLT_MIN), 1, 3);
  assert_true (ilogb (f.a[7]) / 8 != ilogb (g.a[7]) / 8
               || ilogb (f.b[7]) / 8 != ilogb (g.b[7]) / 8);
  take (&p, 7, 7, FLT_MIN, &f); /* sparse */
  for (int64_t l = 0; l < N; l++)
    zeros += f.a[l] == 0;
  assert_in_range (zeros, N * 3 / 4, N - 8);
  take (&p, 15, 15, FLT_MIN, &f); /* tiny */
  for (int64_t l = 0; l < N; l++)
    assert_true (fabs (f.a[l]) < (double)FLT_MIN && f.product[l] == 0);
  product_free (&p);
}

/* In any order, whatever n, and after any change. */
TEST (no_sum_overflows)
{
  for (int i = 0; i < RANGES; i++)
    for (int64_t n = 1; n < INT64_C (1) << 40; n = 2 * n + 1) {
      const struct wide w = wide_of (ranges[i].dtype, n);
      const double sum = wide_end (&w) * wide_end (&w) * (double)n;
      const bool is_f16 = ranges[i].dtype == GK_F16;

      assert_true (w.low <= w.high);
      if (!is_f16 || w.high > w.low)
        assert_true (sum <= (is_f16 ? 0x1p15 : (double)FLT_MAX));
    }
}

TEST (the_same_seed_gives_the_same_numbers)
{
  struct product p, q;

  for (int i = 0; i < RANGES; i++) {
    make (&p, ranges[i].dtype, GK_TN, N);
    make (&q, ranges[i].dtype, GK_TN, N);
    assert_memory_equal (p.problem->a, q.problem->a, p.setup.buffers[0].bytes);
    assert_memory_equal (p.problem->b, q.problem->b, p.setup.buffers[1].bytes);
    product_free (&p);
    product_free (&q);
  }
}

/* Sums of a row and a column of one number each: how far they can get. */
TEST (integers_are_at_the_ends_of_their_range)
{
  struct product p;

  for (gk_layout layout = 0; layout <= GK_TT; layout++) {
    make (&p, GK_I8, layout, N);
    assert_true (c (&p, 0, 0) == N * 128. * 128);
    assert_true (c (&p, 0, 2) == -N * 128. * 127);
    assert_true (c (&p, 2, 2) == N * 127. * 127);
    product_free (&p);
    make (&p, GK_U8, layout, N);
    assert_true (c (&p, 0, 0) == N * 255. * 255);
    product_free (&p);
    make (&p, GK_I32, layout, N);
    for (int64_t l = 0; l < N; l++) {
      assert_true (a (&p, 0, l) == INT32_MIN && b (&p, l, 2) == INT32_MAX);
      assert_true (a (&p, 6, l) == 0x7f7f7f80 && b (&p, l, 6) == 0x7f7f7f80);
    }
    product_free (&p);
  }
}

/* From the least number to the largest, and none between two. */
TEST (each_wide_number_is_one_place_of_the_ring)
{
  for (int i = 0; i < RANGES; i++) {
    const struct ring ring = { ranges[i].dtype, GK_DATA_WIDE, N };
    const struct wide w = wide_of (ranges[i].dtype, N);
    const uint64_t count = wide_count (&w),
                   step = count / (9973 / (uint64_t)trial_stride (10)) + 1;
    double last = -INFINITY;

    assert_int_equal (ring_size (&ring), count);
    for (uint64_t place = 0; place < count; place += step) {
      uint64_t bits = wide_at (&w, place), back = 0;
      double x;

      assert_int_equal (wide_rank (&w, bits), place);
      bits_put (&back, number_bytes (ring.dtype), bits);
      bits = back;
      x = number_at (ring.dtype, &bits);
      assert_true (x >= last && fabs (x) < wide_end (&w));
      last = x;
      ring_add (&ring, &back, 1 + place / 2);
      assert_true (back != bits);
      ring_add (&ring, &back, count - (1 + place / 2));
      assert_true (back == bits);
    }
  }
}
