/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Statistics of samples.
 */
#include <config.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "judge/stats.h"

static void
near (double got, double want)
{
  if (fabs (got - want) > 1e-12)
    fail_msg ("%.17g instead of %.17g", got, want);
}

static void
order_statistics (void **state)
{
  double sample[] = { 5, 1, 4, 2, 3 };
  struct stats stats;

  (void)state;
  stats_of (&stats, sample, 5);
  assert_int_equal (stats.samples, 5);
  near (stats.min, 1);
  near (stats.max, 5);
  near (stats.median, 3);
  near (stats.mean, 3);
  near (stats.stddev, sqrt (2.5));
  /* Quartiles 2 and 4. */
  near (stats.spread, 1. / 3);
}

static void
an_even_number_of_samples (void **state)
{
  double sample[] = { 4, 1, 2, 3 };
  struct stats stats;

  (void)state;
  stats_of (&stats, sample, 4);
  near (stats.median, 2.5);
}

static void
one_sample (void **state)
{
  double sample[] = { 7 };
  struct stats stats;

  (void)state;
  stats_of (&stats, sample, 1);
  near (stats.min, 7);
  near (stats.max, 7);
  near (stats.median, 7);
  near (stats.mean, 7);
  near (stats.stddev, 0);
  near (stats.spread, 0);
  /* Nothing is known of its error, so it never passes for settled. */
  assert_true (stats.error > 1);
}

static void
equal_samples_have_no_error (void **state)
{
  double sample[20];
  struct stats stats;

  (void)state;
  for (size_t i = 0; i < 20; i++)
    sample[i] = 0.25;
  stats_of (&stats, sample, 20);
  near (stats.error, 0);
  near (stats.spread, 0);
  near (stats.stddev, 0);
}

static void
an_outlier_moves_the_mean_only (void **state)
{
  double sample[101];
  struct stats stats;

  (void)state;
  for (size_t i = 0; i < 101; i++)
    sample[i] = 1 + 1e-4 * (double)i;
  sample[0] = 1000;
  stats_of (&stats, sample, 101);
  assert_true (stats.mean > 10);
  assert_true (fabs (stats.median - 1.0051) < 1e-6);
  assert_true (stats.spread < 0.003);
  assert_true (stats.error < 0.001);
}

static void
the_error_shrinks_with_the_root_of_the_samples (void **state)
{
  static double sample[40000];
  struct stats few, many;

  (void)state;
  for (size_t i = 0; i < 400; i++)
    sample[i] = 1 + (double)i / 400;
  stats_of (&few, sample, 400);
  for (size_t i = 0; i < 40000; i++)
    sample[i] = 1 + (double)i / 40000;
  stats_of (&many, sample, 40000);
  assert_true (few.error / many.error > 9 && few.error / many.error < 11);
}

static void
interval_by_hand (void **state)
{
  /* Ranks from 0: the middle of nine is 4, and 1.5 to either side lie 2.5 and
   * 5.5, so the interval goes from 25 to 60. */
  double odd[] = { 0, 10, 20, 30, 40, 50, 70, 80, 90 };
  /* The middle of four is 1.5, and 1 to either side lie 0.5 and 2.5. */
  double even[] = { 8, 4, 4, 2 };
  struct stats stats;

  (void)state;
  stats_of (&stats, odd, 9);
  near (stats.error, (60. - 25) / 2 / 40);
  near (stats.spread, (70. - 20) / 2 / 40);
  stats_of (&stats, even, 4);
  near (stats.median, 4);
  near (stats.error, (6. - 3) / 2 / 4);
  near (stats.spread, (5. - 3.5) / 2 / 4);
}

static void
two_samples (void **state)
{
  double sample[] = { 3, 1 };
  struct stats stats;

  (void)state;
  stats_of (&stats, sample, 2);
  near (stats.median, 2);
  /* The interval is all there is. */
  near (stats.error, 0.5);
}

static void
a_clock_that_sees_nothing (void **state)
{
  double sample[] = { 0, 0, 0, 0, 1 }, zeros[] = { 0, 0, 0 };
  struct stats stats;

  (void)state;
  stats_of (&stats, sample, 5);
  near (stats.median, 0);
  assert_false (isnan (stats.error) || isnan (stats.spread));
  stats_of (&stats, zeros, 3);
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
    cmocka_unit_test (two_samples),
    cmocka_unit_test (a_clock_that_sees_nothing),
  };

  return cmocka_run_group_tests_name ("stats", tests, NULL, NULL);
}
