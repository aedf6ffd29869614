/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The fastest of several ways is found among times that are noisy.
 */
#include <config.h>

#include <stdlib.h>

#include "cublas/tuning.h"
#include "tests/unit/unit.h"

enum { WAYS = 100, MORE = 3 };

struct ways {
  double seconds[WAYS + MORE]; /* up to a tenth more */
  int lucky;                   /* at first this one takes nearly no time */
  int wrong;
  int like[MORE]; /* the ways that lead to those behind WAYS */
  int n;
  int calls[WAYS + MORE];
};

static double
time_way (void *state, int i)
{
  struct ways *w = state;
  const double luck = (double)rand () / (double)RAND_MAX;

  w->calls[i]++;
  if (w->seconds[i] < 0 || (i == w->lucky && w->calls[i] == 1))
    return w->seconds[i] * 1e-3;
  return w->seconds[i] * (1 + 0.1 * luck);
}

static bool
is_right (void *state, int i)
{
  return i != ((const struct ways *)state)->wrong;
}

static int
vary_way (void *state, int i)
{
  struct ways *w = state;

  if (w->n < WAYS + MORE && w->like[w->n - WAYS] == i)
    w->n++;
  return w->n;
}

static int
best_of (struct ways *w, double seconds, int *timed)
{
  const struct tuning tuning = { .state = w,
                                 .n = WAYS,
                                 .time = time_way,
                                 .is_right = is_right,
                                 .vary = vary_way,
                                 .seconds = seconds };

  return tuning_best (&tuning, timed);
}

static struct ways
ways_but (int fastest)
{
  struct ways w
      = { .lucky = -1, .wrong = -1, .n = WAYS, .like = { -1, -1, -1 } };

  for (int i = 0; i < WAYS; i++)
    w.seconds[i] = i == fastest ? 1 : 1.15;
  return w;
}

TEST (fastest_is_found)
{
  for (int fastest = 0; fastest < WAYS; fastest += 33) {
    struct ways w = ways_but (fastest);
    int timed;

    assert_int_equal (best_of (&w, 60, &timed), fastest);
    assert_int_equal (timed, WAYS);
  }
}

TEST (luck_decides_nothing)
{
  struct ways w = ways_but (7);
  int timed;

  w.lucky = 8;
  assert_int_equal (best_of (&w, 60, &timed), 7);
}

TEST (what_cant_run_is_left_out)
{
  struct ways w = ways_but (7);
  int timed;

  w.seconds[0] = w.seconds[50] = -1;
  assert_int_equal (best_of (&w, 60, &timed), 7);
  assert_int_equal (timed, WAYS - 2);
  for (int i = 0; i < WAYS; i++)
    w.seconds[i] = -1;
  assert_int_equal (best_of (&w, 60, &timed), -1);
  assert_int_equal (timed, 0);
}

TEST (wrong_results_are_left_out)
{
  struct ways w = ways_but (7);
  int timed;

  w.seconds[9] = 0.8;
  w.wrong = 9;
  assert_int_equal (best_of (&w, 60, &timed), 7);
  assert_int_equal (timed, WAYS);
}

TEST (ways_like_the_fastest_are_timed)
{
  struct ways w = ways_but (7);
  int timed;

  w.like[0] = 7;
  w.like[1] = WAYS;
  w.seconds[WAYS] = 0.8;
  w.seconds[WAYS + 1] = 0.6;
  assert_int_equal (best_of (&w, 60, &timed), WAYS + 1);
  assert_int_equal (timed, WAYS + 2);
}

TEST (time_that_is_up_leaves_the_first)
{
  struct ways w = ways_but (7);
  int timed;

  w.seconds[0] = -1;
  assert_int_equal (best_of (&w, 0, &timed), 1);
  assert_int_equal (timed, 1);
}
