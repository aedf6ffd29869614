/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Elements of floats of 8 bits: each of all bytes is the number that its sign,
 * exponent and mantissa say, and each number becomes the nearest byte.
 */
#include <config.h>

#include <math.h>

#include <gkhost/family-elements.h>

#include "tests/unit/unit.h"

struct format {
  gk_dtype dtype;
  int mantissa, bias; /* bits; of the exponent */
  int largest;        /* the byte of the largest number */
  int infinity;       /* its byte; 0: there is none */
};

static const struct format formats[]
    = { { GK_F8_E4M3, 3, 7, 0x7e, 0 }, { GK_F8_E5M2, 2, 15, 0x7b, 0x7c } };

/* By the definition, for bytes without a sign. */
static double
number_of (const struct format *f, int byte)
{
  const int exponent = byte >> f->mantissa,
            mantissa = byte % (1 << f->mantissa);
  const int hidden = exponent > 0 ? 1 << f->mantissa : 0;

  if (byte > f->largest)
    return byte == f->infinity ? (double)INFINITY : (double)NAN;
  return ldexp (hidden + mantissa,
                (exponent > 0 ? exponent : 1) - f->bias - f->mantissa);
}

static int
put (const struct format *f, double x)
{
  unsigned char memory[sizeof x] = { 0x55 };

  gk_put_number (f->dtype, memory, 0, x);
  return memory[0];
}

TEST (each_byte_is_its_number)
{
  for (size_t i = 0; i < GK_COUNT (formats); i++)
    for (int byte = 0; byte < 256; byte++) {
      const struct format *f = &formats[i];
      const unsigned char memory[16] = { 0, (unsigned char)byte };
      const double is = gk_number (f->dtype, memory, 1);
      const double wanted = number_of (f, byte & 0x7f);

      if (isnan (wanted))
        assert_true (isnan (is));
      else {
        assert_true (is == (byte < 0x80 ? wanted : -wanted));
        assert_int_equal (!!signbit (is), byte >= 0x80);
        assert_int_equal (put (f, is), byte);
      }
    }
}

/* Halfway between two the even one, and a little to each side the nearer. */
TEST (each_number_becomes_the_nearest_byte)
{
  for (size_t i = 0; i < GK_COUNT (formats); i++)
    for (int byte = 0; byte < formats[i].largest; byte++) {
      const struct format *f = &formats[i];
      const double middle = (number_of (f, byte) + number_of (f, byte + 1)) / 2;

      assert_int_equal (put (f, middle), byte + byte % 2);
      assert_int_equal (put (f, middle * (1 - 0x1p-20)), byte);
      assert_int_equal (put (f, middle * (1 + 0x1p-20)), byte + 1);
      assert_int_equal (put (f, -middle * (1 + 0x1p-20)), 0x80 | (byte + 1));
    }
}

TEST (what_is_too_large_is_infinite_or_no_number)
{
  assert_int_equal (put (&formats[0], 464), 0x7e);
  assert_int_equal (put (&formats[0], 464.1), 0x7f);
  assert_int_equal (put (&formats[0], -1e30), 0xff);
  assert_int_equal (put (&formats[0], (double)INFINITY), 0x7f);
  assert_int_equal (put (&formats[1], 61439), 0x7b);
  assert_int_equal (put (&formats[1], 61440), 0x7c);
  assert_int_equal (put (&formats[1], 98304), 0x7c);
  assert_int_equal (put (&formats[1], (double)-INFINITY), 0xfc);
  assert_true (put (&formats[1], (double)NAN) > 0x7c);
}
