/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Random bits: from a seed and a place alone, and unlike for seeds that are
 * alike.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/sha256.h"
#include "tests/unit/unit.h"

enum { WORDS = 4096 };

static unsigned
ones (uint64_t word)
{
  return (unsigned)__builtin_popcountll (word);
}

/* Bits in which the words of two seeds differ, place by place. */
static double
share_of_unlike_bits (uint64_t a, uint64_t b)
{
  static uint64_t of_a[WORDS], of_b[WORDS];
  unsigned long unlike = 0;

  random_fill (of_a, sizeof of_a, a);
  random_fill (of_b, sizeof of_b, b);
  for (size_t i = 0; i < WORDS; i++)
    unlike += ones (of_a[i] ^ of_b[i]);
  return (double)unlike / (64. * WORDS);
}

/* One standard deviation is 0.001. */
TEST (neighbouring_seeds_are_unlike)
{
  static const uint64_t seeds[]
      = { 0, 1, 7, UINT64_C (1) << 32, UINT64_C (1) << 62, UINT64_MAX - 1 };

  for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; i++) {
    double next = share_of_unlike_bits (seeds[i], seeds[i] + 1);
    double high
        = share_of_unlike_bits (seeds[i], seeds[i] ^ UINT64_C (1) << 63);

    assert_true (next > 0.49 && next < 0.51);
    assert_true (high > 0.49 && high < 0.51);
  }
}

static int
compare (const void *left, const void *right)
{
  uint64_t a, b;

  memcpy (&a, left, sizeof a);
  memcpy (&b, right, sizeof b);
  return (a > b) - (a < b);
}

/* Far more than are drawn at once; two of so few are not alike by chance. */
TEST (no_number_is_drawn_twice_with_or_without_stock)
{
  enum { DRAWS = 300 };
  uint64_t word[DRAWS];

  for (size_t i = 0; i < DRAWS; i++) {
    if (i == DRAWS / 2)
      entropy_keep_stock ();
    word[i] = entropy_draw ();
  }
  qsort (word, DRAWS, sizeof word[0], compare);
  assert_true (word[0] != 0);
  for (size_t i = 1; i < DRAWS; i++)
    assert_true (word[i] != word[i - 1]);
}

/* Counters that start a step apart would give the same words, moved. */
TEST (neighbouring_seeds_share_no_words)
{
  static uint64_t word[4 * WORDS];

  for (uint64_t seed = 0; seed < 4; seed++)
    random_fill (word + seed * WORDS, sizeof word / 4, seed);
  qsort (word, 4 * WORDS, sizeof word[0], compare);
  for (size_t i = 1; i < 4 * WORDS; i++)
    assert_true (word[i] != word[i - 1]);
}

/* Nor does the step between the counters of SplitMix64 make seeds alike. */
TEST (seeds_a_step_apart_share_no_words)
{
  static uint64_t word[2 * WORDS];

  random_fill (word, sizeof word / 2, 1);
  random_fill (word + WORDS, sizeof word / 2,
               1 + UINT64_C (0x9e3779b97f4a7c15));
  qsort (word, 2 * WORDS, sizeof word[0], compare);
  for (size_t i = 1; i < 2 * WORDS; i++)
    assert_true (word[i] != word[i - 1]);
}

TEST (all_values_of_a_byte_are_as_frequent)
{
  static unsigned char bytes[1 << 18];
  unsigned count[256] = { 0 };
  double chi = 0, each = sizeof bytes / 256.;

  random_fill (bytes, sizeof bytes, 5);
  for (size_t i = 0; i < sizeof bytes; i++)
    count[bytes[i]]++;
  for (size_t i = 0; i < 256; i++)
    chi += (count[i] - each) * (count[i] - each) / each;
  /* Of 255 degrees of freedom, whose standard deviation is 22.6. */
  assert_true (chi > 165 && chi < 345);
}

/* However large the whole is, and however many threads make it. */
TEST (a_word_follows_from_seed_and_place)
{
  const size_t large = (8 << 20) + 5;
  unsigned char small[1003];
  unsigned char *all = malloc (large + 1);

  assert_non_null (all);
  all[large] = 0x5a;
  random_fill (all, large, 9);
  assert_int_equal (all[large], 0x5a);
  for (size_t bytes = sizeof small - 9; bytes <= sizeof small; bytes++) {
    random_fill (small, bytes, 9);
    assert_memory_equal (small, all, bytes);
  }
  free (all);
}

TEST (no_bytes_are_written_for_none)
{
  unsigned char byte = 0x5a;

  random_fill (&byte, 0, 1);
  assert_int_equal (byte, 0x5a);
}

/* The examples of FIPS 180-4, and each length around the end of a block against
 * the same bytes added one by one. */
TEST (sha256_is_that_of_the_standard)
{
  static const struct {
    const char *text, *hash;
  } example[] = {
    { "", "sha256:e3b0c44298fc1c149afbf4c8996fb924"
          "27ae41e4649b934ca495991b7852b855" },
    { "abc", "sha256:ba7816bf8f01cfea414140de5dae2223"
             "b00361a396177a9cb410ff61f20015ad" },
    { "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "sha256:248d6a61d20638b8e5c026930c3e6039"
      "a33ce45964ff2167f6ecedd419db06c1" },
  };
  struct sha256 whole, parts;
  char bytes[130];

  for (size_t i = 0; i < sizeof example / sizeof example[0]; i++) {
    char *text;

    sha256_begin (&whole);
    sha256_add (&whole, example[i].text, strlen (example[i].text));
    text = sha256_text (&whole);
    assert_string_equal (text, example[i].hash);
    free (text);
  }
  memset (bytes, 'x', sizeof bytes);
  sha256_begin (&parts);
  for (size_t n = 0; n < sizeof bytes; n++) {
    char *a, *b;

    sha256_begin (&whole);
    sha256_add (&whole, bytes, n);
    a = sha256_text (&whole);
    b = sha256_text (&parts);
    assert_string_equal (a, b);
    free (a);
    free (b);
    sha256_add (&parts, bytes, 1);
  }
}
