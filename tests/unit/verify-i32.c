/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The judge of integer products: none that is wrong passes.
 */
#include "unit.h"

#include "judged-product.h"

/* Over 2^24 multiplications: Freivalds' check judges.  All sizes differ, and
 * none is a multiple of anything. */
enum { M = 257, N = 263, K = 259 };

static void
make (struct product *p, gk_layout layout)
{
  product_make (p, M, N, K, GK_I32, layout);
  product_fill (p, GK_DATA_RANDOM);
}

static void
a_right_product_passes (void **state)
{
  struct product p;

  (void)state;
  for (gk_layout layout = 0; layout <= GK_TT; layout++) {
    make (&p, layout);
    product_is_right (&p, 0);
    assert_string_equal (p.check.method, "freivalds");
    assert_int_equal (p.check.checked, M * K);
    product_free (&p);
  }
}

/* One element, off by this much. */
static void
is_found (struct product *p, int64_t i, int64_t j, uint32_t off)
{
  uint32_t *at = product_at (p, i, j);
  char is[80], should[80];

  snprintf (should, sizeof should, "should be %d (1 of ", (int)*at);
  *at += off;
  snprintf (is, sizeof is, "c[%d][%d] is %d,", (int)i, (int)j, (int)*at);
  product_is_wrong (p, 0, is, should, NULL);
}

static void
one_wrong_element_is_found (void **state)
{
  static const uint32_t off[] = { 1, UINT32_MAX, UINT32_C (1) << 31, 1 << 16 };
  struct product p;

  (void)state;
  for (gk_layout layout = 0; layout <= GK_TT; layout++) {
    make (&p, layout);
    for (size_t o = 0; o < sizeof off / sizeof off[0]; o++) {
      is_found (&p, 0, 0, off[o]);
      is_found (&p, 0, K - 1, off[o]);
      is_found (&p, M - 1, 0, off[o]);
      is_found (&p, M - 1, K - 1, off[o]);
      is_found (&p, 200, 100, off[o]);
    }
    product_free (&p);
  }
}

/* All others of the row or column make up for it: sums of them tell nothing. */
static void
errors_that_cancel_are_found (void **state)
{
  struct product p;

  (void)state;
  make (&p, GK_ROW_MAJOR);
  for (uint32_t off = 1; off != 0; off <<= 31) {
    *(uint32_t *)product_at (&p, 31, 7) += off;
    *(uint32_t *)product_at (&p, 31, 200) -= off;
    product_is_wrong (&p, 0, "c[31][7] is ", NULL);
    *(uint32_t *)product_at (&p, 31, 7) += off;
    *(uint32_t *)product_at (&p, 90, 7) -= off;
    product_is_wrong (&p, 0, "c[31][7] is ", "(2 of 257 rows", NULL);
  }
  product_free (&p);
}

static void
exchanged_elements_are_found (void **state)
{
  struct product p;
  uint32_t *x, *y, kept;

  (void)state;
  make (&p, GK_COL_MAJOR);
  x = product_at (&p, 17, 40);
  y = product_at (&p, 17, 41);
  kept = *x;
  *x = *y;
  *y = kept;
  product_is_wrong (&p, 0, "c[17][40] is ", "(2 of 259 columns", NULL);
  product_free (&p);
}

static void
unwritten_and_padding (void **state)
{
  struct product p;

  (void)state;
  for (gk_layout layout = 0; layout <= GK_TT; layout++) {
    make (&p, layout);
    product_unwritten_is_found (&p);
    product_touched_padding_is_found (&p);
    product_free (&p);
  }
}

static void
small_products_are_compared_wholly (void **state)
{
  struct product p;

  (void)state;
  for (gk_layout layout = 0; layout <= GK_TT; layout++) {
    product_make (&p, 19, 23, 17, GK_I32, layout);
    product_fill (&p, GK_DATA_RANDOM);
    product_is_right (&p, 0);
    assert_string_equal (p.check.method, "every element");
    for (int i = 0; i < 19; i++)
      for (int j = 0; j < 17; j++) {
        is_found (&p, i, j, 1);
        is_found (&p, i, j, UINT32_C (1) << 31);
      }
    product_unwritten_is_found (&p);
    product_touched_padding_is_found (&p);
    product_free (&p);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (a_right_product_passes),
    cmocka_unit_test (one_wrong_element_is_found),
    cmocka_unit_test (errors_that_cancel_are_found),
    cmocka_unit_test (exchanged_elements_are_found),
    cmocka_unit_test (unwritten_and_padding),
    cmocka_unit_test (small_products_are_compared_wholly),
  };

  return cmocka_run_group_tests_name ("verify-i32", tests, NULL, NULL);
}
