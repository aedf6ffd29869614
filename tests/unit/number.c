/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The floats of 16 bits are what IEEE and the upper half of a binary32 make of
 * them, each one of them, and so is what they are rounded to.
 */
#include <config.h>

#include <math.h>

#include "matmul/half.h"
#include "matmul/number.h"
#include "tests/unit/unit.h"

/* A type by its definition: (1 + fraction / 2^bits) 2^(exponent - bias). */
struct format {
  gk_dtype dtype;
  int bits, bias;
};

static const struct format formats[]
    = { { GK_F16, 10, 15 }, { GK_BF16, 7, 127 } };

static uint16_t
exponent_of_infinity (const struct format *f)
{
  return (uint16_t)(0x8000 - (1 << f->bits));
}

static double
by_definition (const struct format *f, uint16_t magnitude)
{
  const int exponent = magnitude >> f->bits;
  const int fraction = magnitude & ((1 << f->bits) - 1);

  if (exponent == 0)
    return ldexp (fraction, 1 - f->bias - f->bits);
  return ldexp (fraction + (1 << f->bits), exponent - f->bias - f->bits);
}

static double
read (const struct format *f, uint16_t bits)
{
  return number_at (f->dtype, &bits);
}

static uint16_t
nearest (const struct format *f, double x)
{
  uint16_t bits;

  number_put (f->dtype, &bits, x);
  return bits;
}

TEST (each_is_read_and_written_as_defined)
{
  for (int i = 0; i < 2; i++) {
    const struct format *f = &formats[i];
    const uint16_t infinity = exponent_of_infinity (f);

    for (uint16_t m = 0; m < infinity; m++) {
      const uint16_t minus = (uint16_t)(m | 0x8000);

      assert_true (read (f, m) == by_definition (f, m));
      assert_true (read (f, minus) == -by_definition (f, m));
      assert_int_equal (nearest (f, read (f, m)), m);
      assert_int_equal (nearest (f, read (f, minus)), minus);
    }
    assert_true (read (f, infinity) == (double)INFINITY);
    assert_true (read (f, infinity | 0x8000) == -(double)INFINITY);
    for (uint16_t m = (uint16_t)(infinity + 1); m < 0x8000; m++) {
      assert_true (isnan (read (f, m)));
      assert_true (isnan (read (f, nearest (f, read (f, m)))));
    }
  }
}

/* Halfway between two, a little below, and a little above. */
TEST (what_lies_between_is_rounded_to_the_nearest_and_to_even)
{
  for (int i = 0; i < 2; i++) {
    const struct format *f = &formats[i];
    const uint16_t infinity = exponent_of_infinity (f);

    for (uint16_t m = 0; m < infinity; m++) {
      const uint16_t next = (uint16_t)(m + 1);
      const uint16_t even = m % 2 == 0 ? m : next;
      const float half
          = (float)((by_definition (f, m) + by_definition (f, next)) / 2);

      assert_int_equal (nearest (f, (double)half), even);
      assert_int_equal (nearest (f, (double)-half), even | 0x8000);
      assert_int_equal (nearest (f, (double)nextafterf (half, 0)), m);
      assert_int_equal (nearest (f, (double)nextafterf (half, INFINITY)), next);
    }
    assert_int_equal (nearest (f, 0x1p127 * 1.9999), infinity);
  }
}

TEST (all_types_keep_their_numbers)
{
  static const struct {
    gk_dtype dtype;
    double least, most;
  } types[] = {
    { GK_I8, -128, 127 },
    { GK_U8, 0, 255 },
    { GK_I32, -0x1p31, 0x1p31 - 1 },
    { GK_F16, -65504, 65504 },
    { GK_BF16, -0x1.fep127, 0x1.fep127 },
    { GK_TF32, -0x1.fffffep127, 0x1.fffffep127 },
    { GK_F32, -0x1.fffffep127, 0x1.fffffep127 },
    { GK_F64, -0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023 },
  };

  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    const double numbers[] = { types[i].least, types[i].most, 0, 1, 100 };

    for (size_t j = 0; j < sizeof numbers / sizeof numbers[0]; j++) {
      char element[8] = { 0 };

      number_put (types[i].dtype, element, numbers[j]);
      assert_true (number_at (types[i].dtype, element) == numbers[j]);
      for (size_t b = number_bytes (types[i].dtype); b < sizeof element; b++)
        assert_int_equal (element[b], 0);
    }
  }
}

TEST (many_at_once_are_what_each_is)
{
  static const gk_dtype dtypes[]
      = { GK_I8, GK_U8, GK_F8_E4M3, GK_F8_E5M2, GK_F16, GK_BF16, GK_F32 };
  uint16_t from[64];
  float room[sizeof from];

  for (size_t i = 0; i < sizeof from / sizeof from[0]; i++)
    from[i] = (uint16_t)(i * 1021);
  for (size_t d = 0; d < sizeof dtypes / sizeof dtypes[0]; d++) {
    const unsigned bytes = number_bytes (dtypes[d]);
    const int n = (int)(sizeof from / bytes);
    const float *floats = number_floats (dtypes[d], from, n, room);

    for (int i = 0; i < n; i++) {
      const double x
          = number_at (dtypes[d], (char *)from + (unsigned)i * bytes);

      if (isnan (x))
        assert_true (isnan (floats[i]));
      else
        assert_true ((double)floats[i] == x);
    }
  }
}
