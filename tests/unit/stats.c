/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Statistics of samples.
 */
#include <config.h>

#include <math.h>

#include "base/stats.h"
#include "judge/samples.h"
#include "tests/unit/unit.h"

static void
near (double got, double want)
{
  if (fabs (got - want) > 1e-12)
    fail_msg ("%.17g instead of %.17g", got, want);
}

static double
uniform (void)
{
  static uint64_t state = 1;

  state = state * UINT64_C (6364136223846793005) + 1442695040888963407;
  return (double)(state >> 11) * 0x1p-53;
}

TEST (order_statistics)
{
  double sample[] = { 5, 1, 4, 2, 3 };
  struct stats stats;

  stats_compute (&stats, sample, 5);
  assert_int_equal (stats.samples, 5);
  near (stats.min, 1);
  near (stats.max, 5);
  near (stats.median, 3);
  near (stats.mean, 3);
  near (stats.stddev, sqrt (2.5));
  /* Quartiles 2 and 4. */
  near (stats.spread, 1. / 3);
}

TEST (an_even_number_of_samples)
{
  double sample[] = { 4, 1, 2, 3 };
  struct stats stats;

  stats_compute (&stats, sample, 4);
  near (stats.median, 2.5);
}

TEST (one_sample)
{
  double sample[] = { 7 };
  struct stats stats;

  stats_compute (&stats, sample, 1);
  near (stats.min, 7);
  near (stats.max, 7);
  near (stats.median, 7);
  near (stats.mean, 7);
  near (stats.stddev, 0);
  near (stats.spread, 0);
  /* Nothing is known of its error, so it never passes for settled. */
  assert_true (stats.error > 1);
}

TEST (equal_samples_have_no_error)
{
  double sample[20];
  struct stats stats;

  for (size_t i = 0; i < 20; i++)
    sample[i] = 0.25;
  stats_compute (&stats, sample, 20);
  near (stats.error, 0);
  near (stats.spread, 0);
  near (stats.stddev, 0);
}

TEST (an_outlier_moves_the_mean_only)
{
  double sample[101];
  struct stats stats;

  for (size_t i = 0; i < 101; i++)
    sample[i * 37 % 101] = 1 + 1e-4 * (double)i;
  sample[0] = 1000;
  stats_compute (&stats, sample, 101);
  assert_true (stats.mean > 10);
  assert_true (fabs (stats.median - 1.0051) < 1e-6);
  assert_true (stats.spread < 0.003);
  assert_true (stats.error < 0.001);
}

TEST (the_error_shrinks_with_the_root_of_the_samples)
{
  static double sample[40000];
  struct stats few, many;

  for (size_t i = 0; i < 400; i++)
    sample[i] = 1 + uniform ();
  stats_compute (&few, sample, 400);
  for (size_t i = 0; i < 40000; i++)
    sample[i] = 1 + uniform ();
  stats_compute (&many, sample, 40000);
  assert_true (few.error / many.error > 5 && few.error / many.error < 20);
}

/* A ramp: neighbours are alike. */
TEST (samples_that_drift)
{
  double ramp[20], mixed[20];
  struct stats drifting, steady;

  for (int i = 0; i < 20; i++) {
    ramp[i] = 100 + i;
    mixed[i * 11 % 20] = 100 + i;
  }
  stats_compute (&drifting, ramp, 20);
  stats_compute (&steady, mixed, 20);
  assert_true (drifting.error > 1.2 * steady.error);
}

TEST (two_samples)
{
  double sample[] = { 3, 1 };
  struct stats stats;

  stats_compute (&stats, sample, 2);
  near (stats.median, 2);
  /* Student's t of one degree of freedom, for their mean. */
  near (stats.error, student_bound (0.025, 1) / 2 / 2);
}

TEST (a_clock_that_sees_nothing)
{
  double sample[] = { 0, 0, 0, 0, 1 }, zeros[] = { 0, 0, 0 };
  struct stats stats;

  stats_compute (&stats, sample, 5);
  near (stats.median, 0);
  assert_false (isnan (stats.error) || isnan (stats.spread));
  stats_compute (&stats, zeros, 3);
  near (stats.error, 0);
}
