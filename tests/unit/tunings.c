/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Combinations of tunables by number, and how some of them are drawn.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "plan/tunings.h"
#include "tests/unit/unit.h"

/* Whether a has all of b; both are in order. */
static bool
has_all (const uint64_t *a, size_t n_a, const uint64_t *b, size_t n_b)
{
  size_t j = 0;

  for (size_t i = 0; i < n_a && j < n_b; i++)
    j += a[i] == b[j];
  return j == n_b;
}

static void
assert_rising_below (const uint64_t *number, size_t n, uint64_t all)
{
  for (size_t i = 0; i < n; i++) {
    assert_true (number[i] < all);
    assert_true (i == 0 || number[i] > number[i - 1]);
  }
}

TEST (what_is_drawn_is_distinct_and_in_order)
{
  for (int64_t seed = 1; seed < 50; seed++)
    for (size_t n = 1; n <= 40; n++) {
      uint64_t *number = tunings_draw (40, n, seed);

      assert_rising_below (number, n, 40);
      free (number);
    }
}

TEST (one_seed_draws_the_same_and_more_of_it)
{
  uint64_t *few = tunings_draw (1000, 50, 7);
  uint64_t *again = tunings_draw (1000, 50, 7);
  uint64_t *many = tunings_draw (1000, 400, 7);
  uint64_t *other = tunings_draw (1000, 50, 8);

  assert_memory_equal (few, again, 50 * sizeof *few);
  assert_true (has_all (many, 400, few, 50));
  assert_memory_not_equal (few, other, 50 * sizeof *few);
  free (few);
  free (again);
  free (many);
  free (other);
}

/* What one seed draws is what it drew in every version: runs are repeated. */
TEST (seed_one_draws_these)
{
  static const uint64_t want[] = { 283484, 516430, 541073, 548547, 962470 };
  uint64_t *number = tunings_draw (1000000, 5, 1);

  assert_memory_equal (number, want, sizeof want);
  free (number);
}

/* Each of 10 numbers, drawn three at a time 10,000 times, comes up 3000 times
 * give or take 46; six times that is off once in 10^9. */
TEST (each_is_as_likely)
{
  size_t times[10] = { 0 };

  for (int64_t seed = 1; seed <= 10000; seed++) {
    uint64_t *number = tunings_draw (10, 3, seed);

    for (size_t i = 0; i < 3; i++)
      times[number[i]]++;
    free (number);
  }
  for (size_t i = 0; i < 10; i++)
    assert_in_range (times[i], 3000 - 276, 3000 + 276);
}

TEST (there_may_be_more_than_fit_in_memory)
{
  const uint64_t all = UINT64_C (1) << 62;
  uint64_t *number = tunings_draw (all, 1000, 3);

  assert_rising_below (number, 1000, all);
  assert_true (number[999] > all / 2);
  free (number);
}

TEST (combinations_count_the_last_fastest)
{
  gk_value a[] = { { .i = 1 }, { .i = 2 } };
  gk_value b[] = { { .i = 10 }, { .i = 20 }, { .i = 30 } };
  const struct sweep sweep[] = { { a, 2 }, { b, 3 } };
  gk_value *value = tunings_values (sweep, 2, 4);

  assert_int_equal (tunings_count (sweep, 2), 6);
  assert_int_equal (tunings_count (sweep, 0), 1);
  assert_int_equal (value[0].i, 2);
  assert_int_equal (value[1].i, 20);
  free (value);
}

TEST (too_many_to_count_are_as_many_as_can_be)
{
  static gk_value value[100000];
  struct sweep sweep[5];

  for (size_t i = 0; i < 5; i++)
    sweep[i] = (struct sweep){ value, 100000 };
  assert_true (tunings_count (sweep, 3) == UINT64_C (1000000000000000));
  assert_true (tunings_count (sweep, 4) == TUNINGS_MAX);
  assert_true (tunings_count (sweep, 5) == TUNINGS_MAX);
}
