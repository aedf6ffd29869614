/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Student's distribution against tables, and estimates of ratios against what
 * is computed by hand.
 */
#include <config.h>

#include <math.h>

#include "base/stats.h"
#include "report/compare/rounds.h"
#include "tests/unit/unit.h"

static void
near (double got, double want, double off)
{
  if (!(fabs (got - want) <= off))
    fail_msg ("%.17g instead of %.17g", got, want);
}

TEST (bounds_are_those_of_tables)
{
  static const struct {
    double probability;
    int freedom;
    double t;
  } table[]
      = { { 0.025, 1, 12.7062 }, { 0.025, 2, 4.3027 },   { 0.025, 4, 2.7764 },
          { 0.025, 9, 2.2622 },  { 0.005, 3, 5.8409 },   { 0.0005, 10, 4.5869 },
          { 0.05, 30, 1.6973 },  { 0.025, 1000, 1.9623 } };

  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    near (student_bound (table[i].probability, table[i].freedom), table[i].t,
          1e-4);
    near (student_probability_above (table[i].t, table[i].freedom),
          table[i].probability, 5e-6);
  }
  near (student_probability_above (0, 5), 0.5, 1e-12);
  near (student_probability_above (-12.7062, 1), 0.975, 1e-6);
}

/* Of 1000 degrees of freedom it is a constant. */
TEST (intervals_have_students_bounds)
{
  static const int freedom[] = { 1, 9, 999, 1000 };

  for (size_t i = 0; i < sizeof freedom / sizeof freedom[0]; i++) {
    const struct estimate e = { .error = 0.5, .freedom = freedom[i] };

    near (log (estimate_interval (e).high),
          student_bound (0.025, freedom[i]) / 2, 1e-8);
  }
}

/* 2 and 8 over 1 and 2: logarithms of ratios log 2 and log 4. */
TEST (rounds_are_paired)
{
  const double over[] = { 2, 8 }, under[] = { 1, 2 };
  struct estimate e = estimate_paired (over, under, 2);

  near (estimate_ratio (e), sqrt (8), 1e-12);
  near (e.error, log (2) / 2, 1e-12);
  assert_int_equal (e.freedom, 1);
}

/* Welch's degrees of freedom, rounded down. */
TEST (runs_are_apart)
{
  const double over[] = { exp (1), exp (2), exp (3) };
  const double under[] = { 1, exp (1), exp (2), exp (3) };
  struct estimate e = estimate_apart (over, 3, under, 4);
  double a = 1. / 3, b = 5. / 12;

  near (e.log, 0.5, 1e-12);
  near (e.error, sqrt (a + b), 1e-12);
  assert_int_equal (e.freedom,
                    (int)((a + b) * (a + b) / (a * a / 2 + b * b / 3)));
}

TEST (drift_is_taken_out)
{
  const double over[] = { 2.2, 2.2 }, under[] = { 1, 1 };
  const double later[] = { 1.1, 1.1 }, before[] = { 1, 1 };
  struct estimate e = estimate_apart (over, 2, under, 2);
  struct estimate drift = estimate_apart (later, 2, before, 2);

  near (estimate_ratio (estimate_without (e, drift)), 2, 1e-12);
  near (estimate_ratio (estimate_mean (&drift, 1)), 1.1, 1e-12);
}

TEST (one_round_tells_no_error)
{
  const double over = 2, under = 1;
  struct estimate e = estimate_paired (&over, &under, 1);

  near (estimate_ratio (e), 2, 1e-12);
  assert_int_equal (e.freedom, 0);
  assert_true (estimate_interval (e).low == 0);
  assert_true (isinf (estimate_interval (e).high));
  near (estimate_chance (e, 0), 1, 0);
}

/* Times with a grain may agree to the last digit: that is no certainty. */
TEST (equal_rounds_have_an_error)
{
  const double over[] = { 1.00005, 1.00005, 1.00005 }, under[] = { 1, 1, 1 };
  struct interval i = estimate_interval (estimate_paired (over, under, 3));

  assert_true (i.low < 1 && i.high > 1);
}
