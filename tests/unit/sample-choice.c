/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which samples are judged: enough of them, and never foreseeable.
 */
#include <config.h>

#include <string.h>

#include "judge/trial.h"
#include "tests/unit/unit.h"

enum { MOST = 10 << 12 };

static bool taken[MOST];

static void
choose (size_t least, size_t n)
{
  struct sample_choice choice;

  sample_choice_begin (&choice, least, CHOSEN_LEAST);
  for (size_t i = 0; i < n; i++)
    taken[i] = sample_choice_includes (&choice, i);
}

static size_t
between (size_t begin, size_t end)
{
  size_t n = 0;

  for (size_t i = begin; i < end; i++)
    n += taken[i];
  return n;
}

TEST (three_of_the_first)
{
  for (int i = 0; i < 1000; i++) {
    choose (10, 10);
    assert_int_equal (between (0, 10), 3);
  }
}

TEST (all_where_there_are_no_more)
{
  for (size_t n = 1; n <= 3; n++) {
    choose (n, n);
    assert_int_equal (between (0, n), n);
  }
  /* A suite that asks for none still has one. */
  choose (0, 1);
  assert_int_equal (between (0, 1), 1);
}

TEST (one_of_each_four_times_as_many)
{
  for (int i = 0; i < 50; i++) {
    choose (10, MOST);
    for (size_t begin = 10; begin < MOST; begin *= 4)
      assert_int_equal (between (begin, 4 * begin), 1);
  }
}

/* Each place is taken about as often as any other, so that none is safe. */
TEST (each_place_is_as_likely)
{
  enum { ROUNDS = 4000 };
  unsigned times[40] = { 0 };

  for (int i = 0; i < ROUNDS; i++) {
    choose (10, 40);
    for (size_t j = 0; j < 40; j++)
      times[j] += taken[j];
  }
  /* 1,200 times with a standard deviation of 29, and 133 with one of 11.4. */
  for (size_t j = 0; j < 10; j++)
    assert_in_range (times[j], 1000, 1400);
  for (size_t j = 10; j < 40; j++)
    assert_in_range (times[j], 53, 213);
}

TEST (drawn_anew_each_time)
{
  bool first[MOST];
  int same = 0;

  choose (1000, MOST);
  memcpy (first, taken, sizeof first);
  for (int i = 0; i < 5; i++) {
    choose (1000, MOST);
    same += memcmp (first, taken, sizeof first) == 0;
  }
  assert_int_equal (same, 0);
}
