/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Statistics of samples.
 */
#include "unit.h"

#include <math.h>

#include "tests/unit/unit.h"
#include "base/stats.h"
#include "judge/samples.h"
#include "tests/unit/unit.h"

static const struct slices none;

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

  stats_compute (&stats, sample, 5, &none);
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

  stats_compute (&stats, sample, 4, &none);
  near (stats.median, 2.5);
}

TEST (one_sample)
{
  double sample[] = { 7 };
  struct stats stats;

  stats_compute (&stats, sample, 1, &none);
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
  stats_compute (&stats, sample, 20, &none);
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
  stats_compute (&stats, sample, 101, &none);
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
  stats_compute (&few, sample, 400, &none);
  for (size_t i = 0; i < 40000; i++)
    sample[i] = 1 + uniform ();
  stats_compute (&many, sample, 40000, &none);
  assert_true (few.error / many.error > 5 && few.error / many.error < 20);
}

/* Six slices of six samples, of which four or two lie below the median in
 * turns: leans of a sixth, whose squares are a 36th each, weighed by a 36th. */
TEST (interval_by_hand)
{
  size_t end[] = { 6, 12, 18, 24, 30, 36 };
  const struct slices slices = { end, 6 };
  double sample[36], off, low = 1, high = 19;
  struct stats stats;

  for (int i = 0; i < 36; i++)
    sample[i] = i % 6 < (i / 6 % 2 == 0 ? 4 : 2) ? low++ : high++;
  stats_compute (&stats, sample, 36, &slices);
  off = student_bound (0.01, 5) * sqrt (1. / 36 / 6 * 6 / 5) * 36;
  near (stats.median, 18.5);
  near (stats.error, 2 * off / 4 / 18.5);
  near (stats.spread, 17.5 / 2 / 18.5);
}

/* Where all of a slice is on one side, the median is anywhere. */
TEST (slices_that_disagree)
{
  size_t end[] = { 6, 12, 18, 24, 30, 36 };
  const struct slices slices = { end, 6 };
  double sample[36];
  struct stats stats;

  for (int i = 0; i < 36; i++)
    sample[i] = i / 6 % 2 == 0 ? 1 + i % 6 * 0.01 : 2 + i % 6 * 0.01;
  stats_compute (&stats, sample, 36, &slices);
  near (stats.error, (2.05 - 1) / 4 / stats.median);
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
  stats_compute (&drifting, ramp, 20, &none);
  stats_compute (&steady, mixed, 20, &none);
  assert_true (drifting.error > 1.2 * steady.error);
}

TEST (two_samples)
{
  double sample[] = { 3, 1 };
  struct stats stats;

  stats_compute (&stats, sample, 2, &none);
  near (stats.median, 2);
  /* Student's t of one degree of freedom, for their mean. */
  near (stats.error, student_bound (0.025, 1) / 2 / 2);
}

TEST (a_clock_that_sees_nothing)
{
  double sample[] = { 0, 0, 0, 0, 1 }, zeros[] = { 0, 0, 0 };
  struct stats stats;

  stats_compute (&stats, sample, 5, &none);
  near (stats.median, 0);
  assert_false (isnan (stats.error) || isnan (stats.spread));
  stats_compute (&stats, zeros, 3, &none);
  near (stats.error, 0);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (order_statistics),
    cmocka_unit_test (an_even_number_of_samples),
    cmocka_unit_test (one_sample),
    cmocka_unit_test (equal_samples_have_no_error),
    cmocka_unit_test (an_outlier_moves_the_mean_only),
    cmocka_unit_test (the_error_shrinks_with_the_root_of_the_samples),
    cmocka_unit_test (interval_by_hand),
    cmocka_unit_test (slices_that_disagree),
    cmocka_unit_test (samples_that_drift),
    cmocka_unit_test (two_samples),
    cmocka_unit_test (a_clock_that_sees_nothing),
  };

  return cmocka_run_group_tests_name ("stats", tests, NULL, NULL);
}
