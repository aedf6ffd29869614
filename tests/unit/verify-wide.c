/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The judge of products on wide data: whatever the order of their sums, and
 * whether or not numbers below normal count, right products pass, and those of
 * factors on a grid for each row and column are wrong, which pass on random
 * data.
 */
#include <config.h>

#include <float.h>
#include <math.h>

#include "tests/unit/unit.h"
#include "judged-product.h"
#include "trials.h"
#include "matmul/number.h"
#include "matmul/check/problem.h"

static const gk_dtype floats[]
    = { GK_F32, GK_F64, GK_TF32, GK_F16, GK_BF16, GK_F8_E4M3, GK_F8_E5M2 };
enum { FLOATS = sizeof floats / sizeof floats[0] };

/* How a product is computed. */
enum order { FORWARDS, BACKWARDS, STRIDED, PAIRWISE, LARGEST_FIRST, N_ORDERS };
struct way {
  enum order order;
  bool flush;   /* what is below normal counts as zero, factors and sums */
  bool cut_off; /* sums towards zero, as matrix units do */
  bool fused;   /* products are not rounded */
};

static bool
adds_in_f64 (gk_dtype dtype)
{
  return dtype == GK_F64;
}

static double
flushed (gk_dtype dtype, double x)
{
  const double normal = dtype == GK_F64 ? DBL_MIN : (double)FLT_MIN;

  return fabs (x) < normal ? 0 : x;
}

/* A number as the sums hold it. */
static double
held (gk_dtype dtype, const struct way *way, double x)
{
  float nearest;

  if (adds_in_f64 (dtype))
    return way->flush ? flushed (dtype, x) : x;
  nearest = (float)x;
  if (way->cut_off && fabs ((double)nearest) > fabs (x))
    nearest = nextafterf (nearest, 0);
  return way->flush ? flushed (GK_F32, (double)nearest) : (double)nearest;
}

/* A factor as it is multiplied. */
static double
factor (gk_dtype dtype, const struct way *way, double x)
{
  return way->flush && dtype != GK_F16 && !number_is_byte (dtype)
             ? flushed (dtype, x)
             : x;
}

/* What matrix units make of a sum and of up to 8 products: all of them are cut
 * off a little behind where the largest ends, and what comes out where f32
 * does, always towards zero. */
static double
by_unit (gk_dtype dtype, const struct way *way, double sum, const double *term,
         int64_t n)
{
  double largest = fabs (sum), place, all;

  for (int64_t l = 0; l < n; l++)
    largest = fmax (largest, fabs (term[l]));
  if (largest == 0)
    return 0;
  place = ldexp (1, ilogb (largest) - 26);
  all = trunc (sum / place) * place;
  for (int64_t l = 0; l < n; l++)
    all += trunc (term[l] / place) * place;
  return held (dtype, way, all);
}

/* The sum of terms, one behind the other, in the order that they have. */
static double
in_turn (gk_dtype dtype, const struct way *way, const double *term, int64_t n)
{
  double sum = 0;

  for (int64_t l = 0; way->cut_off && l < n; l += 8)
    sum = by_unit (dtype, way, sum, term + l, n - l < 8 ? n - l : 8);
  for (int64_t l = 0; !way->cut_off && l < n; l++)
    sum = held (dtype, way, sum + term[l]);
  return sum;
}

static double
by_halves (gk_dtype dtype, const struct way *way, const double *term, int64_t n)
{
  if (n < 4)
    return in_turn (dtype, way, term, n);
  return held (dtype, way,
               by_halves (dtype, way, term, n / 2)
                   + by_halves (dtype, way, term + n / 2, n - n / 2));
}

static int
larger_first (const void *x, const void *y)
{
  const double a = fabs (*(const double *)x), b = fabs (*(const double *)y);

  return (a < b) - (a > b);
}

/* Where term l of n comes. */
static int64_t
turn_of (enum order order, int64_t l, int64_t n)
{
  switch (order) {
  case BACKWARDS:
    return n - 1 - l;
  case STRIDED: /* as 32 lanes would read them */
    return l % 32 * (n / 32) + (l % 32 < n % 32 ? l % 32 : n % 32) + l / 32;
  default:
    return l;
  }
}

static double
element (const struct product *p, const struct way *way, int64_t i, int64_t j,
         double *term)
{
  const gk_matmul *q = p->problem;
  const gk_dtype dtype = q->dtype;
  const size_t bytes = number_bytes (dtype);

  for (int64_t l = 0; l < q->n; l++) {
    const char *a = (const char *)q->a + (size_t)(i * q->lda + l) * bytes;
    const char *b = (const char *)q->b + (size_t)(l * q->ldb + j) * bytes;
    const double product = factor (dtype, way, number_at (dtype, a))
                           * factor (dtype, way, number_at (dtype, b));

    term[turn_of (way->order, l, q->n)]
        = way->fused || way->cut_off ? product : held (dtype, way, product);
  }
  if (way->order == LARGEST_FIRST)
    qsort (term, (size_t)q->n, sizeof *term, larger_first);
  return way->order == PAIRWISE ? by_halves (dtype, way, term, q->n)
                                : in_turn (dtype, way, term, q->n);
}

/* Row-major C. */
static void
compute (struct product *p, const struct way *way)
{
  const gk_matmul *q = p->problem;
  double *term = fake_host_memory ((size_t)q->n * sizeof *term);

  for (int64_t i = 0; i < q->m; i++)
    for (int64_t j = 0; j < q->k; j++)
      number_put (q->dtype_c, product_at (p, i, j),
                  element (p, way, i, j, term));
  free (term);
}

TEST (right_sums_pass_in_any_order)
{
  static const int64_t shapes[][3]
      = { { 1, 1, 1 },     { 5, 2, 3 },     { 33, 31, 35 },
          { 48, 300, 17 }, { 16, 4096, 9 }, { 9, 16384, 3 } };
  enum { SHAPES = sizeof shapes / sizeof shapes[0] };
  struct product p;

  for (int i = 0; i < FLOATS * SHAPES * N_ORDERS; i += trial_stride (11)) {
    const gk_dtype dtype = floats[i % FLOATS];
    const int64_t *shape = shapes[i / FLOATS % SHAPES];
    const enum order order = (enum order) (i / FLOATS / SHAPES);
    const bool units = dtype != GK_F32 && dtype != GK_F64;
    const struct way way = { order, order % 2 == 0, units, order > 1 };

    product_make (&p, shape[0], shape[1], shape[2], dtype, GK_ROW_MAJOR);
    product_fill (&p, GK_DATA_WIDE);
    product_is_right (&p, 0);
    compute (&p, &way);
    product_is_right (&p, 0);
    assert_true (p.check.error < p.check.bound / 2);
    assert_true (p.check.rms_error < p.check.rms_bound / 2);
    product_free (&p);
  }
}

/* To the nearest of so many bits beside the largest of its row or column, as
 * far as a double has them. */
static double
on_grid (double x, double largest, int bits)
{
  const double step = ldexp (largest, 1 - bits);

  return step > 0 ? rint (x / step) * step : x;
}

/* An operand of such numbers: line i, element l at i * line + l * step. */
static void *
grid_of (const struct product *p, const void *from, size_t size, int64_t lines,
         int64_t line, int64_t step, int bits)
{
  const gk_dtype dtype = p->problem->dtype;
  const size_t bytes = number_bytes (dtype);
  const char *was = from;
  char *made = fake_host_memory (size);

  memset (made, 0, size);
  for (int64_t i = 0; i < lines; i++) {
    double largest = 0;

    for (int64_t l = 0; l < p->problem->n; l++)
      largest = fmax (largest,
                      fabs (number_at (
                          dtype, was + (size_t)(i * line + l * step) * bytes)));
    for (int64_t l = 0; l < p->problem->n; l++) {
      const size_t at = (size_t)(i * line + l * step) * bytes;

      number_put (dtype, made + at,
                  on_grid (number_at (dtype, was + at), largest, bits));
    }
  }
  return made;
}

/* C of a row-major problem as from operands on such a grid. */
static void
compute_on_grid (struct product *p, int bits)
{
  const gk_matmul *q = p->problem;
  void *a = grid_of (p, q->a, p->setup.buffers[MATMUL_A].bytes, q->m, q->lda, 1,
                     bits);
  void *b = grid_of (p, q->b, p->setup.buffers[MATMUL_B].bytes, q->k, 1, q->ldb,
                     bits);

  product_compute (p, a, b);
  free (a);
  free (b);
}

/* Bits of an integer for each row and column, as an emulation has them, that
 * are enough for random data. */
TEST (a_grid_is_found_that_passes_on_random_data)
{
  static const int64_t shapes[][3]
      = { { 1, 16, 1 }, { 48, 48, 48 }, { 33, 1000, 19 }, { 300, 40, 2 } };
  struct product p;

  for (size_t s = 0; s < 2 * sizeof shapes / sizeof shapes[0]; s++) {
    const int64_t *shape = shapes[s / 2];
    const bool f64 = s % 2 != 0;

    product_make (&p, shape[0], shape[1], shape[2], f64 ? GK_F64 : GK_F32,
                  GK_ROW_MAJOR);
    product_fill (&p, GK_DATA_RANDOM);
    compute_on_grid (&p, f64 ? 55 : 26);
    product_is_right (&p, 0);
    product_fill (&p, GK_DATA_WIDE);
    compute_on_grid (&p, f64 ? 55 : 26);
    product_is_wrong (&p, 0, "c[0][0] is", "off by ",
                      "less precise, at least where exponents are far apart?",
                      NULL);
    assert_true (p.check.error > 100 * p.check.bound);
    compute_on_grid (&p, f64 ? 55 : 26);
    assert_false (product_passes (&p, 0x1p-11));
    product_free (&p);
  }
}

static void
set_row (struct product *p, int64_t i, double number)
{
  for (int64_t j = 0; j < p->problem->k; j++)
    number_put (p->problem->dtype_c, product_at (p, i, j), number);
}

enum { TINY_ROW = 15 };

/* A row of subnormals is a matter of the hardware, or of a compiler's flags. It
 * may still not be what overflows. */
TEST (a_row_below_normal_may_be_zero_and_no_more)
{
  struct product p;

  for (int f = 0; f < FLOATS; f++) {
    const bool is_kept = floats[f] == GK_F16 || number_is_byte (floats[f]);

    product_make (&p, 20, 300, 24, floats[f], GK_ROW_MAJOR);
    product_fill (&p, GK_DATA_WIDE);
    set_row (&p, TINY_ROW, 0);
    if (is_kept)
      product_is_wrong (&p, 0, "c[15][", "should be", NULL);
    else
      product_is_right (&p, 0);
    product_restore (&p);
    set_row (&p, TINY_ROW, is_kept ? 0x1p-5 : 0x1p-90);
    product_is_wrong (&p, 0, "c[15][0] is", NULL);
    set_row (&p, TINY_ROW, (double)INFINITY);
    product_is_wrong (&p, 0, "c[15][0] is inf: inputs are finite and no sum of",
                      NULL);
    set_row (&p, TINY_ROW - 1, 0);
    product_is_wrong (&p, 0, "c[14][", "should be", NULL);
    product_free (&p);
  }
}

/* Where products cancel there is nothing to hide an error behind but |A||B|. */
TEST (what_is_left_of_a_sum_that_cancels_is_found)
{
  struct product p;

  for (gk_dtype dtype = GK_F32; dtype <= GK_F64; dtype++) {
    const double much = dtype == GK_F32 ? 0x1p-10 : 0x1p-38;

    product_make (&p, 20, 64, 20, dtype, GK_ROW_MAJOR);
    product_fill (&p, GK_DATA_WIDE);
    for (int times = 0; times < 2; times++) {
      number_put (dtype, product_at (&p, 2, 2),
                  number_at (dtype, product_at (&p, 2, 2)) + much);
      product_is_wrong (&p, 0, "c[2][2] is", NULL);
    }
    product_free (&p);
  }
}

/* Of the exponents of f16 there are too few for any length but with care. */
TEST (sums_of_f16_pass_as_declared)
{
  struct product p;

  for (int64_t n = 1; n <= 4096; n *= 8) {
    const gk_matmul *q;

    product_make (&p, 17, n, 15, GK_F16, GK_ROW_MAJOR);
    product_fill (&p, GK_DATA_WIDE);
    q = p.problem;
    for (int64_t i = 0; i < q->m; i++)
      for (int64_t j = 0; j < q->k; j++) {
        uint16_t *sum = product_at (&p, i, j);

        *sum = 0;
        for (int64_t l = 0; l < n; l++)
          number_put (
              GK_F16, sum,
              number_at (GK_F16, sum)
                  + number_at (GK_F16, (const uint16_t *)q->a + i * q->lda + l)
                        * number_at (GK_F16,
                                     (const uint16_t *)q->b + l * q->ldb + j));
      }
    product_is_right (&p, 0x1p-11);
    product_free (&p);
  }
}
