/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ranks: what a busy machine does to samples is no excess, and one that is
 * there is seen.
 */
#include <config.h>

#include <math.h>

#include "base/random.h"
#include "judge/samples.h"
#include "tests/unit/unit.h"

enum { PAIRS = 15, ROUNDS = 20000 };

/* What is met by chance less than once in 10,000 times. */
#define CLEAR 3.72

/* The same numbers each time that a test runs. */
struct noise {
  uint64_t words[1024], seed;
  size_t next;
};

static double
uniform (struct noise *noise)
{
  if (noise->next % 1024 == 0)
    random_fill (noise->words, sizeof noise->words, noise->seed++);
  return (double)(noise->words[noise->next++ % 1024] >> 11) * 0x1p-53;
}

/* Microseconds as a busy machine gives them: two clocks of the core, a grain of
 * 0.1, and a tail without a mean. */
static double
sample (struct noise *noise)
{
  double clock = uniform (noise) < 0.3 ? 130 : 100;
  double tail = 2 / (1 - uniform (noise));

  return round (10 * (clock + uniform (noise) + tail)) / 10;
}

/* How many rounds give over so many standard deviations, of samples that are
 * longer by so much. */
static int
count (double over, double longer, double margin)
{
  struct noise noise = { .seed = 1 };
  double one[PAIRS], other[PAIRS];
  const struct samples samples = { one, PAIRS }, control = { other, PAIRS };
  int n = 0;

  for (int i = 0; i < ROUNDS; i++) {
    for (int j = 0; j < PAIRS; j++) {
      one[j] = sample (&noise) + longer;
      other[j] = sample (&noise);
    }
    n += ranks_excess (&samples, &control, margin) > over;
  }
  return n;
}

TEST (noise_is_hardly_ever_an_excess)
{
  assert_true (count (CLEAR, 0, 0) < ROUNDS / 1000);
}

/* Where it says nothing the trial goes on, so most rounds should. */
TEST (noise_is_mostly_no_sign)
{
  assert_true (count (1, 0, 0) < ROUNDS * 0.2);
}

TEST (what_the_margin_allows_is_never_an_excess)
{
  assert_int_equal (count (CLEAR, 50, 100), 0);
}

/* Where the tail hides it, a round is no worse than unclear. */
TEST (an_excess_is_seen)
{
  assert_true (count (CLEAR, 60, 0) > ROUNDS * 0.8);
  assert_true (count (CLEAR, 160, 100) > ROUNDS * 0.8);
  assert_true (count (0, 60, 0) > ROUNDS - ROUNDS / 1000);
}

/* A clock too coarse to tell them apart. */
TEST (equal_samples_are_no_excess)
{
  double one[PAIRS] = { 0 };
  const struct samples samples = { one, PAIRS };

  assert_true (fabs (ranks_excess (&samples, &samples, 0)) < 1e-9);
}

TEST (without_samples_there_is_none)
{
  double one[] = { 1 };
  const struct samples samples = { one, 1 }, none = { 0 };

  assert_true (ranks_excess (&samples, &none, 0) < 0);
  assert_true (ranks_excess (&none, &samples, 0) < 0);
}

/* Three may always be the longest by chance: once in 20 times. */
TEST (few_samples_are_never_clear)
{
  double one[] = { 9, 9, 9 }, other[] = { 1, 1, 1 };
  const struct samples samples = { one, 3 }, control = { other, 3 };

  assert_true (ranks_excess (&samples, &control, 0) > 0);
  assert_true (ranks_excess (&samples, &control, 0) < CLEAR);
}
