/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What products of bytes are put together by: digits' pairs of planes, and the
 * weights that make an integer of its residues.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "matmul/cuda/digits.h"
#include "matmul/cuda/residues.h"
#include "tests/unit/unit.h"

TEST (digits_have_the_pairs_that_count)
{
  static const struct {
    struct digits digits;
    int products;
  } known[] = {
    { { 4, 3 }, 10 }, { { 3, 2 }, 6 }, { { 3, 3 }, 8 }, { { 4, 4 }, 13 }
  };

  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    assert_int_equal (digits_products (&known[i].digits), known[i].products);
  /* (1, 2) and (2, 1). */
  assert_int_equal (digits_first (&known[2].digits, 3), 1);
  assert_int_equal (digits_last (&known[2].digits, 3), 2);
  assert_int_equal (digits_top_of_floats (0), 2);
  assert_int_equal (digits_top_of_floats (1U << split_four | 1U << split_more),
                    4);
}

static int
divisor_of (int a, int b)
{
  return b == 0 ? a : divisor_of (b, a % b);
}

TEST (moduli_have_no_divisor_in_common)
{
  for (int i = 0; i < residues_moduli; i++) {
    assert_in_range (residues_modulus (i), 2, 256);
    for (int j = 0; j < i; j++)
      assert_int_equal (divisor_of (residues_modulus (i), residues_modulus (j)),
                        1);
  }
}

/* Two lines of such norms have a product of less than half of all moduli's. */
TEST (norms_leave_room)
{
  double bits = -1;

  for (int i = 0; i < residues_moduli; i++)
    bits += log2 (residues_modulus (i));
  assert_true (2 * residues_bits () < bits - 0.01);
  assert_true (2 * residues_bits () > bits - 0.1);
}

TEST (powers_are_residues_of_2_16)
{
  for (int i = 0; i < residues_moduli; i++) {
    const struct residues_modulus m = residues_modulus_of (i);

    assert_true (m.modulus == (float)residues_modulus (i));
    assert_int_equal ((65536 - m.power) % residues_modulus (i), 0);
    assert_in_range (m.power + 128, 0, 256);
  }
}

#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 whole;

static whole
product_of_moduli (void)
{
  whole product = 1;

  for (int i = 0; i < residues_moduli; i++)
    product *= residues_modulus (i);
  return product;
}

/* From -128 to 127, as the engine leaves it. */
static int
residue_of (whole x, int m)
{
  const int r = (int)(x % m);

  return r > (m - 1) / 2 ? r - m : r < -(m / 2) ? r + m : r;
}

/* As residues-combine.cu adds up, which must not round before its end. */
static double
put_together (const struct residues_weights *w, whole x)
{
  double sums[residues_parts] = { 0 };
  double times, sum, other;

  for (int i = 0; i < residues_moduli; i++)
    for (int p = 0; p < residues_parts; p++)
      sums[p] = fma (w->w[i][p], residue_of (x, residues_modulus (i)), sums[p]);
  times = rint (sums[0] * w->inverse);
  for (int p = 0; p < residues_parts; p++)
    sums[p] = fma (-times, w->product[p], sums[p]);
  sum = sums[0] + sums[1];
  other = sum - sums[0];
  return sum + ((sums[0] - (sum - other)) + (sums[1] - other) + sums[2]);
}

static whole
any_whole (void)
{
  whole x = 0;

  for (int i = 0; i < 5; i++)
    x = x << 24 ^ (rand () & 0xffffff);
  return x;
}

TEST (residues_tell_the_integer)
{
  const struct residues_weights w = residues_weights_of ();
  const whole most = (product_of_moduli () / 2 - 1) / 100 * 98;

  assert_true (put_together (&w, 0) == 0);
  assert_true (put_together (&w, most) == (double)most);
  assert_true (put_together (&w, -most) == -(double)most);
  srand (1);
  for (int i = 0; i < 100000; i++) {
    const whole x = any_whole () % most >> rand () % 110;
    const double is = put_together (&w, x), should = (double)x;

    assert_true (fabs (is - should) <= 0x1p-52 * fabs (should));
    /* What a double holds. */
    if ((whole)should == x)
      assert_true (is == should);
  }
}

#else
TEST (residues_tell_the_integer)
{
  skip ();
}
#endif
