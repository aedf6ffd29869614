/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Adding to an input and adding the rest of the ring gives back what was there,
 * for each number of 8 and 16 bits; and random ones are as often in each binade
 * as uniform numbers are.
 */
#include <config.h>

#include <stdbool.h>
#include <stdlib.h>

#include "matmul/number.h"
#include "matmul/check/random-short.h"
#include "matmul/check/ring.h"
#include "tests/unit/unit.h"

static const gk_dtype types[] = { GK_F16, GK_BF16, GK_F8_E4M3, GK_F8_E5M2 };
enum { TYPES = sizeof types / sizeof types[0] };

/* From the least, one place at a time, through all of them. */
TEST (each_random_number_is_one_place_of_the_ring)
{
  for (int i = 0; i < TYPES; i++) {
    const struct random_short r = random_short_of (types[i]);
    const struct ring ring = { types[i], GK_DATA_RANDOM, 1 };
    uint16_t bits = random_short_at (&r, 0);
    double last = -1;

    for (uint64_t place = 0; place < ring_size (&ring); place++) {
      const double x = number_at (types[i], &bits);
      uint16_t back = bits;

      assert_int_equal (random_short_rank (&r, bits), place);
      assert_true (x > last && x < 1);
      last = x;
      ring_add (&ring, &back, 1 + place / 2);
      assert_int_not_equal (back, bits);
      ring_add (&ring, &back, ring_size (&ring) - (1 + place / 2));
      assert_int_equal (back, bits);
      ring_add (&ring, &bits, 1);
    }
    assert_int_equal (random_short_rank (&r, bits), 0);
  }
}

/* All random words, which are equally likely. */
TEST (half_of_them_are_in_the_highest_binade)
{
  for (int i = 0; i < TYPES; i++) {
    const struct random_short r = random_short_of (types[i]);
    const int words = 1 << 8 * number_bytes (types[i]);
    int in[16] = { 0 }, negative = 0;

    for (int word = 0; word < words; word++) {
      const uint16_t bits = random_short_pick (&r, (uint16_t)word);
      const double x = number_at (types[i], &bits);
      int binade = 0;

      negative += x < 0;
      for (double m = x < 0 ? -x : x; m < 0.5; m *= 2)
        binade++;
      assert_in_range (binade, 0, r.binades - 1);
      in[binade]++;
    }
    assert_int_equal (negative, words / 2);
    for (int b = 0; b < r.binades - 1; b++)
      assert_int_equal (in[b], words / 2 >> b);
    assert_int_equal (in[r.binades - 1], in[r.binades - 2]);
  }
}

TEST (integers_go_around_at_their_own_size)
{
  const struct ring i8 = { GK_I8, GK_DATA_RANDOM, 1 };
  const struct ring i32 = { GK_I32, GK_DATA_RANDOM, 1 };
  int8_t bytes[2] = { 127, 5 };
  uint32_t word = UINT32_MAX;

  assert_int_equal (ring_size (&i8), 256);
  ring_add (&i8, bytes, 1);
  assert_int_equal (bytes[0], -128);
  assert_int_equal (bytes[1], 5);
  ring_add (&i32, &word, 3);
  assert_int_equal (word, 2);
}
