/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The judge of floating-point products of integers, which are right or wrong to
 * the last bit.
 */
#include "unit.h"

#include "judged-product.h"
#include "single-product.h"

enum { M = 257, N = 263, K = 259 };

static void
make (struct product *p, gk_dtype dtype, gk_layout layout)
{
  product_make (p, M, N, K, dtype, layout);
  product_fill (p, GK_DATA_EXACT);
}

/* Does this to a product of each dtype and layout. */
static void
each (void (*check) (struct product *p))
{
  struct product p;

  for (gk_dtype dtype = GK_F32; dtype <= GK_F64; dtype++)
    for (gk_layout layout = 0; layout <= GK_TT; layout++) {
      make (&p, dtype, layout);
      check (&p);
      product_free (&p);
    }
}

static void
right (struct product *p)
{
  product_is_right (p, 0);
  assert_string_equal (p->check.method, "freivalds");
  assert_int_equal (p->check.checked, M * K);
}

static void
a_right_product_passes (void **state)
{
  (void)state;
  each (right);
}

/* Adds to an element; answers what it was. */
static double
add (struct product *p, int64_t i, int64_t j, double off)
{
  void *at = product_at (p, i, j);
  double was;

  if (p->problem->dtype == GK_F32) {
    was = (double)*(float *)at;
    *(float *)at = (float)(was + off);
  } else {
    was = *(double *)at;
    *(double *)at = was + off;
  }
  return was;
}

static void
is_found (struct product *p, int64_t i, int64_t j, double off)
{
  const double was = add (p, i, j, off);
  char is[80], should[80];

  snprintf (is, sizeof is, "c[%d][%d] is %.17g,", (int)i, (int)j, was + off);
  snprintf (should, sizeof should, "should be %.17g (1 of ", was);
  product_is_wrong (p, 0, is, should, NULL);
}

static void
one_off (struct product *p)
{
  is_found (p, 0, 0, 1);
  is_found (p, 0, K - 1, -1);
  is_found (p, M - 1, 0, 1);
  is_found (p, M - 1, K - 1, -1);
  is_found (p, 200, 100, 1);
}

static void
one_element_off_by_one_is_found (void **state)
{
  (void)state;
  each (one_off);
}

/* One of them is cut off to the right integer. */
static void
half_off (struct product *p)
{
  is_found (p, 12, 34, 0.5);
  is_found (p, 12, 34, -0.5);
}

/* No integer, so no word modulo 2^32. */
static void
a_fraction_is_found (void **state)
{
  (void)state;
  each (half_off);
}

/* Of the same residue modulo 2^32, which is what is compared. */
static void
a_multiple_of_2_to_32_is_found (void **state)
{
  struct product p;

  (void)state;
  make (&p, GK_F64, GK_COL_MAJOR);
  is_found (&p, 7, 9, 0x1p32);
  is_found (&p, 7, 9, -0x1p32);
  product_free (&p);
}

static void
what_is_not_finite_is_found (void **state)
{
  (void)state;
  each (product_not_finite_is_found);
}

static void
unwritten_or_padding (struct product *p)
{
  product_unwritten_is_found (p);
  product_touched_padding_is_found (p);
}

static void
unwritten_and_padding (void **state)
{
  (void)state;
  each (unwritten_or_padding);
}

static void
f64_computed_in_f32_is_found (void **state)
{
  struct product p;

  (void)state;
  for (gk_layout layout = 0; layout <= GK_TT; layout++) {
    make (&p, GK_F64, layout);
    product_compute_single (&p);
    product_is_wrong (&p, 0, "c[", "should be ", " are wrong)", NULL);
    product_free (&p);
  }
}

/* The inputs are exact in eleven bits, so that less precise arithmetic is held
 * to exact results as well. */
static void
declared_precision_changes_nothing (void **state)
{
  struct product p;

  (void)state;
  make (&p, GK_F32, GK_ROW_MAJOR);
  product_is_right (&p, 0x1p-11);
  assert_string_equal (p.check.method, "freivalds");
  add (&p, 5, 5, 1);
  product_is_wrong (&p, 0x1p-11, "c[5][5] is ", NULL);
  product_free (&p);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (a_right_product_passes),
    cmocka_unit_test (one_element_off_by_one_is_found),
    cmocka_unit_test (a_fraction_is_found),
    cmocka_unit_test (a_multiple_of_2_to_32_is_found),
    cmocka_unit_test (what_is_not_finite_is_found),
    cmocka_unit_test (unwritten_and_padding),
    cmocka_unit_test (f64_computed_in_f32_is_found),
    cmocka_unit_test (declared_precision_changes_nothing),
  };

  return cmocka_run_group_tests_name ("verify-exact", tests, NULL, NULL);
}
