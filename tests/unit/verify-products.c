/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The judges of matrix products: the faults that each of them finds, whatever
 * it judges by; and products of integers, which are right or wrong to the last
 * bit, also as floats.
 */
#include <config.h>

#include "tests/unit/unit.h"
#include "judged-product.h"
#include "matmul/number.h"
#include "single-product.h"

/* Over 2^24 multiplications: Freivalds' check judges.  All sizes differ, and
 * none is a multiple of anything. */
enum { M = 257, N = 263, K = 259 };

/* Products, and how they are judged. */
static const struct kind {
  gk_dtype dtype;
  gk_data data;
  int64_t m, n, k;
  const char *method; /* NULL: any */
} kinds[] = {
  { GK_I32, GK_DATA_RANDOM, M, N, K, "freivalds" },
  { GK_I32, GK_DATA_RANDOM, 19, 23, 17, "every element" },
  { GK_I8, GK_DATA_WIDE, M, N, K, "freivalds" },
  { GK_U8, GK_DATA_RANDOM, M, N, K, "freivalds" },
  { GK_F32, GK_DATA_EXACT, M, N, K, "freivalds" },
  { GK_F64, GK_DATA_EXACT, M, N, K, "freivalds" },
  /* Over 2^20 multiplications: only some columns are recomputed. */
  { GK_F32, GK_DATA_RANDOM, 139, 131, 127, "columns and folds" },
  { GK_F64, GK_DATA_RANDOM, 139, 131, 127, "columns and folds" },
  { GK_F16, GK_DATA_RANDOM, 33, 257, 19, NULL },
  { GK_BF16, GK_DATA_RANDOM, 33, 257, 19, NULL },
  { GK_F8_E4M3, GK_DATA_RANDOM, 33, 257, 19, NULL },
  { GK_F8_E5M2, GK_DATA_RANDOM, 33, 257, 19, NULL },
  { GK_F8_E4M3, GK_DATA_WIDE, 33, 57, 15, NULL },
  { GK_F8_E5M2, GK_DATA_PERMUTATION, 33, 57, 15, NULL },
  { GK_F32, GK_DATA_WIDE, 33, 57, 15, NULL },
  { GK_F64, GK_DATA_WIDE, 33, 57, 15, NULL },
  { GK_TF32, GK_DATA_WIDE, 33, 57, 15, NULL },
  { GK_F16, GK_DATA_WIDE, 33, 57, 15, NULL },
  { GK_BF16, GK_DATA_WIDE, 33, 57, 15, NULL },
  { GK_F32, GK_DATA_NORMAL, 33, 57, 15, NULL },
  { GK_F64, GK_DATA_SPARSE, 33, 57, 15, NULL },
  { GK_TF32, GK_DATA_HEAVY, 33, 57, 15, NULL },
  { GK_F16, GK_DATA_GRADED, 33, 57, 15, NULL },
  { GK_BF16, GK_DATA_PERMUTATION, 33, 57, 15, NULL },
};
enum { KINDS = sizeof kinds / sizeof kinds[0], EXACT_KINDS = 6 };

/* Does this to a product of each of the first n kinds and each layout. */
static void
each (int n, void (*check) (struct product *p, const struct kind *kind))
{
  struct product p;

  for (const struct kind *kind = kinds; kind < kinds + n; kind++)
    for (gk_layout layout = 0; layout <= GK_TT; layout++) {
      product_make (&p, kind->m, kind->n, kind->k, kind->dtype, layout);
      product_fill (&p, kind->data);
      check (&p, kind);
      product_free (&p);
    }
}

static void
right (struct product *p, const struct kind *kind)
{
  product_is_right (p, 0);
  if (kind->method == NULL)
    return;
  assert_string_equal (p->check.method, kind->method);
  assert_int_equal (p->check.checked, kind->m * kind->k);
}

TEST (a_right_product_passes)
{
  each (KINDS, right);
}

/* Sums of 255^2 are over 2^31 from 33026 products on. */
TEST (sums_of_bytes_that_wrap_around_pass)
{
  static const int64_t lengths[] = { 33025, 33026, 34000 };
  struct product p;

  for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
    product_make (&p, 43, lengths[i], 41, GK_U8, GK_ROW_MAJOR);
    product_fill (&p, GK_DATA_WIDE);
    product_is_right (&p, 0);
    assert_string_equal (p.check.method, "freivalds");
    product_free (&p);
  }
}

static void
every_fault (struct product *p, const struct kind *kind)
{
  product_unwritten_is_found (p);
  product_touched_padding_is_found (p);
  if (!number_is_integer (kind->dtype))
    product_not_finite_is_found (p);
}

TEST (every_judge_finds_unwritten_padding_and_infinite)
{
  each (KINDS, every_fault);
}

/* Adds to an element, modulo 2^32 where it is an integer. */
static void
add (struct product *p, int64_t i, int64_t j, double off)
{
  void *at = product_at (p, i, j);
  const gk_dtype dtype = p->problem->dtype_c;

  if (dtype == GK_I32)
    *(uint32_t *)at += (uint32_t)(int64_t)off;
  else
    number_put (dtype, at, number_at (dtype, at) + off);
}

static double
get (const struct product *p, int64_t i, int64_t j)
{
  const void *at = product_at (p, i, j);

  return p->problem->dtype_c == GK_I32 ? (double)*(const int32_t *)at
                                       : number_at (p->problem->dtype_c, at);
}

static void
is_found (struct product *p, int64_t i, int64_t j, double off)
{
  const double was = get (p, i, j);
  char is[80], should[80];

  add (p, i, j, off);
  snprintf (is, sizeof is, "c[%d][%d] is %.17g,", (int)i, (int)j,
            get (p, i, j));
  snprintf (should, sizeof should, "should be %.17g (1 of ", was);
  product_is_wrong (p, 0, is, should, NULL);
}

static void
one_off (struct product *p, const struct kind *kind)
{
  static const double off[] = { 1, -1, 0x1p31, 0x1p16 };
  const int n = number_is_integer (kind->dtype) ? 4 : 2;
  const int64_t m = kind->m, k = kind->k;

  for (int o = 0; o < n; o++) {
    is_found (p, 0, 0, off[o]);
    is_found (p, 0, k - 1, off[o]);
    is_found (p, m - 1, 0, off[o]);
    is_found (p, m - 1, k - 1, off[o]);
    is_found (p, m * 4 / 5, k * 2 / 5, off[o]);
  }
}

TEST (one_wrong_element_is_found)
{
  each (EXACT_KINDS, one_off);
}

/* No integer, so no word modulo 2^32; one of them is cut off to the right
 * integer. */
static void
half_off (struct product *p, const struct kind *kind)
{
  if (number_is_integer (kind->dtype))
    return;
  is_found (p, 12, 34, 0.5);
  is_found (p, 12, 34, -0.5);
}

TEST (a_fraction_is_found)
{
  each (EXACT_KINDS, half_off);
}

static void
make (struct product *p, gk_dtype dtype, gk_layout layout)
{
  product_make (p, M, N, K, dtype, layout);
  product_fill (p, dtype == GK_I32 ? GK_DATA_RANDOM : GK_DATA_EXACT);
}

/* Of the same residue modulo 2^32, which is what is compared. */
TEST (a_multiple_of_2_to_32_is_found)
{
  struct product p;

  make (&p, GK_F64, GK_COL_MAJOR);
  is_found (&p, 7, 9, 0x1p32);
  is_found (&p, 7, 9, -0x1p32);
  product_free (&p);
}

/* All others of the row or column make up for it: sums of them tell nothing. */
TEST (errors_that_cancel_are_found)
{
  struct product p;

  make (&p, GK_I32, GK_ROW_MAJOR);
  for (double off = 1; off <= 0x1p31; off *= 0x1p31) {
    add (&p, 31, 7, off);
    add (&p, 31, 200, -off);
    product_is_wrong (&p, 0, "c[31][7] is ", NULL);
    add (&p, 31, 7, off);
    add (&p, 90, 7, -off);
    product_is_wrong (&p, 0, "c[31][7] is ", "(2 of 257 rows", NULL);
  }
  product_free (&p);
}

TEST (exchanged_elements_are_found)
{
  struct product p;
  double by;

  make (&p, GK_I32, GK_COL_MAJOR);
  by = get (&p, 17, 41) - get (&p, 17, 40);
  add (&p, 17, 40, by);
  add (&p, 17, 41, -by);
  product_is_wrong (&p, 0, "c[17][40] is ", "(2 of 259 columns", NULL);
  product_free (&p);
}

TEST (each_element_of_a_small_product_is_compared)
{
  struct product p;

  for (gk_layout layout = 0; layout <= GK_TT; layout++) {
    product_make (&p, 19, 23, 17, GK_I32, layout);
    product_fill (&p, GK_DATA_RANDOM);
    for (int i = 0; i < 19; i++)
      for (int j = 0; j < 17; j++) {
        is_found (&p, i, j, 1);
        is_found (&p, i, j, 0x1p31);
      }
    product_free (&p);
  }
}

TEST (f64_computed_in_f32_is_found)
{
  struct product p;

  for (gk_layout layout = 0; layout <= GK_TT; layout++) {
    make (&p, GK_F64, layout);
    product_compute_single (&p);
    product_is_wrong (&p, 0, "c[", "should be ", " are wrong)", NULL);
    product_free (&p);
  }
}

/* The inputs are exact in eleven bits, so that less precise arithmetic is held
 * to exact results as well. */
TEST (declared_precision_changes_nothing)
{
  struct product p;

  make (&p, GK_F32, GK_ROW_MAJOR);
  product_is_right (&p, 0x1p-11);
  assert_string_equal (p.check.method, "freivalds");
  add (&p, 5, 5, 1);
  product_is_wrong (&p, 0x1p-11, "c[5][5] is ", NULL);
  product_free (&p);
}
