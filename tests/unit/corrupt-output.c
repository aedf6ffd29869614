/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Wrong answers differ from the right one in what they are to differ in, leave
 * its padding alone, and are none where they might be right.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "judge/examine.h"
#include "tests/unit/unit.h"

enum { BYTES = 96, PADDING = 6, POISON = 0xd7, TIMES = 200 };

static const gk_setup setup
    = { .n_buffers = 2,
        .buffers = { { .role = GK_INPUT, .bytes = 8 },
                     { .role = GK_OUTPUT, .bytes = BYTES } } };

struct attempt {
  unsigned char right[BYTES], wrong[BYTES];
  uint8_t poison;
};

/* The setup's output, of which a launch found nothing but poison. */
static bool
corrupt (enum corruption how, const gk_setup *of, void *const *output,
         uint8_t *poison)
{
  static void *const none[GK_MAX_BUFFERS];
  const struct answer answer
      = { .setup = of, .input = none, .output = output, .poison = poison };

  return corrupt_output (how, &answer);
}

/* All bytes differ, and the last are padding. */
static bool
make (struct attempt *a, enum corruption how)
{
  void *output[GK_MAX_BUFFERS] = { NULL, a->wrong };

  for (int i = 0; i < BYTES; i++)
    a->right[i] = (unsigned char)(i < BYTES - PADDING ? i + 1 : POISON);
  memcpy (a->wrong, a->right, BYTES);
  a->poison = POISON;
  return corrupt (how, &setup, output, &a->poison);
}

static int
changed (const struct attempt *a)
{
  int n = 0;

  for (int i = 0; i < BYTES; i++)
    n += a->wrong[i] != a->right[i];
  return n;
}

static void
assert_padding (const struct attempt *a)
{
  assert_memory_equal (a->wrong + BYTES - PADDING, a->right + BYTES - PADDING,
                       PADDING);
}

TEST (nothing_written)
{
  struct attempt a;

  for (int n = 0; n < TIMES; n++) {
    assert_true (make (&a, CORRUPT_ALL));
    assert_int_not_equal (a.poison, 0);
    for (int i = 0; i < BYTES; i++)
      assert_int_equal (a.wrong[i], a.poison);
  }
}

TEST (zeros)
{
  struct attempt a;

  assert_true (make (&a, CORRUPT_TO_ZEROS));
  assert_padding (&a);
  for (int i = 0; i < BYTES - PADDING; i++)
    assert_int_equal (a.wrong[i], 0);
}

/* Where padding has all ones, it gets another byte. */
TEST (ones_beside_ones)
{
  unsigned char bytes[BYTES];
  void *output[GK_MAX_BUFFERS] = { NULL, bytes };
  uint8_t poison = 0xff;

  for (int i = 0; i < BYTES; i++)
    bytes[i] = (unsigned char)(i < BYTES - PADDING ? i + 1 : 0xff);
  assert_true (corrupt (CORRUPT_TO_ONES, &setup, output, &poison));
  assert_int_not_equal (poison, 0xff);
  for (int i = BYTES - PADDING; i < BYTES; i++)
    assert_int_equal (bytes[i], poison);
}

/* 16 bytes, a part, or all but the padding. */
TEST (ones)
{
  struct attempt a;
  bool sixteen = false, all = false;

  for (int n = 0; n < TIMES; n++) {
    assert_true (make (&a, CORRUPT_TO_ONES));
    assert_padding (&a);
    sixteen |= changed (&a) == 16;
    all |= changed (&a) == BYTES - PADDING;
    for (int i = 0; i < BYTES; i++)
      if (a.wrong[i] != a.right[i])
        assert_int_equal (a.wrong[i], 0xff);
  }
  assert_true (sixteen && all);
}

TEST (one_bit)
{
  struct attempt a;

  for (int n = 0; n < TIMES; n++) {
    unsigned bits = 0;

    assert_true (make (&a, CORRUPT_BIT));
    assert_padding (&a);
    for (int i = 0; i < BYTES; i++)
      bits += (unsigned)__builtin_popcount (a.wrong[i] ^ a.right[i]);
    assert_int_equal (bits, 1);
  }
}

TEST (sixteen_bytes)
{
  struct attempt a;

  for (int n = 0; n < TIMES; n++) {
    assert_true (make (&a, CORRUPT_ELEMENT));
    assert_padding (&a);
    assert_in_range (changed (&a), 16 - PADDING, 16);
    for (int i = 0; i < BYTES; i++)
      if (a.wrong[i] != a.right[i])
        assert_int_equal (a.wrong[i], (unsigned char)~a.right[i]);
  }
}

TEST (exchanged)
{
  struct attempt a;
  int sums[2];

  for (int n = 0; n < TIMES; n++) {
    assert_true (make (&a, CORRUPT_SEQUENCE));
    assert_in_range (changed (&a), 8, 16);
    sums[0] = sums[1] = 0;
    for (int i = 0; i < BYTES; i++) {
      sums[0] += a.right[i];
      sums[1] += a.wrong[i];
    }
    assert_int_equal (sums[0], sums[1]);
  }
}

/* Nothing is wrong with the only byte, or with equal ones, in another order. */
TEST (none_to_make)
{
  static const gk_setup one
      = { .n_buffers = 1, .buffers = { { .role = GK_OUTPUT, .bytes = 1 } } };
  unsigned char byte = 1, all[BYTES];
  void *output[GK_MAX_BUFFERS] = { &byte, all };
  uint8_t poison = POISON;

  assert_false (corrupt (CORRUPT_SEQUENCE, &one, output, &poison));
  assert_false (corrupt (CORRUPT_TO_ZEROS, &one, output, &poison));
  memset (all, 1, sizeof all);
  assert_false (corrupt (CORRUPT_SEQUENCE, &setup, output, &poison));
  memset (all, 0xff, sizeof all);
  assert_false (corrupt (CORRUPT_TO_ONES, &setup, output, &poison));
  memset (all, POISON, sizeof all);
  assert_false (corrupt (CORRUPT_BIT, &setup, output, &poison));
  assert_false (corrupt (CORRUPT_ELEMENT, &setup, output, &poison));
  assert_false (corrupt (CORRUPT_TO_ZEROS, &setup, output, &poison));
}
