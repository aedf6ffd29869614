/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The judge of products whose factors and results have 16 bits: what rounding
 * the result costs is let pass, and what the sums before it lost is not.
 */
#include <config.h>

#include <math.h>
#include <string.h>

#include "tests/unit/unit.h"
#include "judged-product.h"
#include "trials.h"
#include "matmul/number.h"

static const gk_dtype halves[] = { GK_F16, GK_BF16 };

/* How a sum goes on by one product, and what is made of it at last. */
typedef double add_fn (gk_dtype dtype, double sum, double product);
typedef double end_fn (gk_dtype dtype, double sum);

static double
add_f32 (gk_dtype dtype, double sum, double product)
{
  (void)dtype;
  return (double)((float)sum + (float)product);
}

/* A sum in the type itself. */
static double
add_half (gk_dtype dtype, double sum, double product)
{
  uint16_t bits;

  number_put (dtype, &bits, sum + product);
  return number_at (dtype, &bits);
}

/* What matrix units do with each few products. */
static double
add_cut_off (gk_dtype dtype, double sum, double product)
{
  const double all = sum + product;
  const float nearest = (float)all;

  (void)dtype;
  if (fabs ((double)nearest) <= fabs (all))
    return (double)nearest;
  return (double)nextafterf (nearest, 0);
}

static double
to_nearest (gk_dtype dtype, double sum)
{
  (void)dtype;
  return sum;
}

/* A result that is cut off, too. */
static double
to_zero (gk_dtype dtype, double sum)
{
  const double place = ldexp (number_roundoff (dtype), ilogb (sum) + 1);

  return trunc (sum / place) * place;
}

/* Row-major C, but for products [first, end). */
static void
compute (struct product *p, add_fn *add, end_fn *end, int64_t first,
         int64_t last)
{
  const gk_matmul *q = p->problem;
  const uint16_t *a = q->a, *b = q->b;

  for (int64_t i = 0; i < q->m; i++)
    for (int64_t j = 0; j < q->k; j++) {
      double sum = 0;

      for (int64_t l = 0; l < q->n; l++)
        if (l < first || l >= last)
          sum = add (q->dtype, sum,
                     number_at (q->dtype, &a[i * q->lda + l])
                         * number_at (q->dtype, &b[l * q->ldb + j]));
      number_put (q->dtype_c, product_at (p, i, j), end (q->dtype, sum));
    }
}

/* A problem on random data. */
static void
make (struct product *p, gk_dtype dtype, int64_t m, int64_t n, int64_t k)
{
  product_make (p, m, n, k, dtype, GK_ROW_MAJOR);
  product_fill (p, GK_DATA_RANDOM);
}

TEST (sums_in_f32_pass_at_any_length)
{
  static const int64_t shapes[][3] = {
    { 1, 1, 1 },      { 7, 2, 19 },    { 40, 300, 24 },
    { 24, 5000, 40 }, { 1, 70000, 3 },
  };
  struct product p;

  for (size_t i = 0; i < 2 * sizeof shapes / sizeof shapes[0]; i++) {
    const int64_t *shape = shapes[i / 2];

    make (&p, halves[i % 2], shape[0], shape[1], shape[2]);
    product_is_right (&p, 0);
    compute (&p, add_cut_off, to_nearest, 0, 0);
    product_is_right (&p, 0);
    product_free (&p);
  }
}

TEST (sums_in_the_type_itself_pass_only_as_declared)
{
  struct product p;

  for (int i = 0; i < 2; i++)
    for (int64_t n = 16; n <= 4096; n *= 4) {
      make (&p, halves[i], 40, n, 24);
      compute (&p, add_half, to_nearest, 0, 0);
      assert_false (product_passes (&p, 0));
      product_free (&p);
    }
  make (&p, GK_F16, 40, 256, 24);
  compute (&p, add_half, to_nearest, 0, 0);
  product_is_right (&p, 0x1p-11);
  product_free (&p);
}

TEST (a_result_that_is_cut_off_is_found)
{
  struct product p;

  for (int i = 0; i < 2; i++) {
    make (&p, halves[i], 40, 1000, 24);
    compute (&p, add_f32, to_nearest, 0, 0);
    product_is_right (&p, 0);
    compute (&p, add_f32, to_zero, 0, 0);
    assert_false (product_passes (&p, 0));
    product_free (&p);
  }
}

/* As where vary changed a zero of the data, whose exponent it keeps. */
TEST (a_single_product_below_the_least_normal_is_rounded)
{
  struct product p;

  for (int i = 0; i < 2; i++) {
    uint16_t *row;

    product_make (&p, 40, 16, 24, halves[i], GK_ROW_MAJOR);
    product_fill (&p, GK_DATA_PERMUTATION);
    row = (uint16_t *)(uintptr_t)p.problem->a;
    memset (row, 0, 16 * sizeof *row);
    row[3] = 3; /* times the least number */
    compute (&p, add_f32, to_nearest, 0, 0);
    product_is_right (&p, 0);
    product_free (&p);
  }
}

TEST (incomplete_sums_are_found)
{
  struct product p;

  for (int i = 0; i < 2; i++) {
    make (&p, halves[i], 40, 4096, 24);
    for (int64_t first = 0; first < 4096; first += 500 * trial_stride (7)) {
      compute (&p, add_f32, to_nearest, first, first + 8);
      assert_false (product_passes (&p, 0));
    }
    product_free (&p);
  }
}

/* In all of C, where the largest sum that C holds is well over those of few
 * ones, however many products there are. */
TEST (each_element_of_exact_data_is_judged)
{
  static const int64_t lengths[] = { 1, 9, 263, 3000, 20000 };
  struct product p;

  for (int i = 0; i < 2; i++)
    for (int l = 0; l < 5; l++) {
      const int64_t n = lengths[l], m = n > 3000 ? 60 : 257;
      double largest = 0;

      product_make (&p, m, n, 67, halves[i], GK_ROW_MAJOR);
      product_fill (&p, GK_DATA_EXACT);
      product_is_right (&p, 0);
      for (int64_t j = 0; j < m * 67; j++)
        largest = fmax (
            largest,
            fabs (number_at (halves[i], product_at (&p, j / 67, j % 67))));
      assert_true (largest >= 1 && largest <= (i == 0 ? 2048 : 256));
      for (int64_t j = 0; j < m; j += 1 + m / 11) {
        void *at = product_at (&p, j, j * 67 / m);

        number_put (halves[i], at, number_at (halves[i], at) + 1);
        product_is_wrong (&p, 0, "should be", NULL);
      }
      product_free (&p);
    }
}
