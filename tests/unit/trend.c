/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Samples that moved while they were taken, simulated: how often that is told
 * where nothing did, and how often it is seen.
 */
#include <config.h>

#include <math.h>
#include <stdbool.h>

#include "record/caveat.h"
#include "chance.h"
#include "tests/unit/unit.h"

enum { ROWS = 4000, MOST = 100 };
#define LEAST 0.02

/* A sample at a place, from 0 to 1, of a row. */
typedef double draw (double place);

static double
calm (double place)
{
  (void)place;
  return 1 + 0.01 * chance_normal ();
}

static double
rough (double place)
{
  (void)place;
  return exp (0.1 * chance_normal ());
}

static double
skewed (double place)
{
  (void)place;
  return 1 - 0.05 * log (1 - chance_uniform ());
}

/* Disturbed now and then. */
static double
disturbed (double place)
{
  return calm (place) * (chance_uniform () < 0.1 ? 3 : 1);
}

static double
two_modes (double place)
{
  (void)place;
  return (1 + 0.002 * chance_normal ()) * (chance_uniform () < 0.4 ? 1.1 : 1);
}

/* By a clock with a grain, so that many are equal. */
static double
grained (double place)
{
  return round (20 * rough (place)) / 20;
}

static double
step (double place)
{
  return calm (place) + (place >= 0.5 ? 0.05 : 0);
}

static double
faster (double place)
{
  return calm (place) - (place >= 0.5 ? 0.05 : 0);
}

static double
drift (double place)
{
  return calm (place) + 0.05 * place;
}

/* A step that is less than what counts. */
static double
little (double place)
{
  return 1 + 0.001 * chance_normal () + (place >= 0.5 ? 0.01 : 0);
}

/* Slices of ten, each of which found the machine in another state. */
static double
sliced (double place)
{
  static double slice;
  static int left;

  if (place == 0 || left == 0) {
    slice = exp (0.05 * chance_normal ());
    left = 10;
  }
  left--;
  return slice * (1 + 0.005 * chance_normal ());
}

/* The share of rows of n samples that are said to have moved. */
static double
told (draw *sample, size_t n)
{
  double seconds[MOST];
  int moved = 0;

  chance_begin (n);
  for (int row = 0; row < ROWS; row++) {
    for (size_t i = 0; i < n; i++)
      seconds[i] = 1e-5 * sample ((double)i / (double)(n - 1));
    moved += trend_is_present (seconds, n, LEAST);
  }
  return (double)moved / ROWS;
}

static void
assert_share (draw *sample, size_t n, double least, double most)
{
  double share = told (sample, n);

  if (!(share >= least && share <= most))
    fail_msg ("with %zu samples %g of the rows are told, not %g to %g", n,
              share, least, most);
}

/* Whatever the distribution is. */
TEST (chance_is_seldom_told)
{
  static draw *const one_state[]
      = { calm, rough, skewed, disturbed, two_modes, grained };
  static const size_t n[] = { 10, 11, 12, 13, 15, 20, 31, 50, MOST };

  for (size_t i = 0; i < sizeof one_state / sizeof one_state[0]; i++)
    for (size_t j = 0; j < sizeof n / sizeof n[0]; j++)
      assert_share (one_state[i], n[j], 0, n[j] < 12 ? 0.01 : 0.004);
  for (size_t j = 0; j < sizeof n / sizeof n[0]; j++)
    assert_share (calm, n[j], 0, 0.002);
}

/* A third of the rows moved by more than counts, and by far more than the
 * samples of a slice differ. */
TEST (slices_may_differ)
{
  assert_share (sliced, 60, 0, 0.01);
  assert_share (sliced, 80, 0, 0.01);
  assert_share (sliced, MOST, 0, 0.01);
}

TEST (steps_and_drifts_are_seen)
{
  assert_share (step, 10, 0.9, 1);
  assert_share (faster, 10, 0.9, 1);
  assert_share (drift, 10, 0.5, 1);
  assert_share (step, 15, 0.95, 1);
  assert_share (drift, 15, 0.8, 1);
  assert_share (step, 30, 0.99, 1);
  assert_share (faster, 30, 0.99, 1);
  assert_share (drift, 30, 0.99, 1);
  assert_share (step, MOST, 0.95, 1);
  assert_share (faster, MOST, 0.95, 1);
  assert_share (drift, MOST, 0.9, 1);
}

TEST (little_steps_and_few_samples_are_not)
{
  assert_share (little, 50, 0, 0);
  assert_share (step, TREND_SAMPLES_LEAST - 1, 0, 0);
  assert_share (step, 2, 0, 0);
}
