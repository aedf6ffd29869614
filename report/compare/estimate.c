/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdbool.h>

#include "base/stats.h"
#include "report/compare/rounds.h"

/* Timers have a resolution, so that rounds may agree to the last digit.  Errors
 * are at least this large. */
#define LEAST_ERROR 1e-4

/* More degrees of freedom change nothing, and sums must not overflow. */
enum { MOST_FREEDOM = 1000 };

/* A mean, the square of its standard error, and its degrees of freedom. */
struct moments {
  double mean, square, freedom;
};

static struct moments
moments_of (const double *over, const double *under, size_t n)
{
  struct moments m = { .freedom = (double)n - 1 };
  double squares = 0;

  for (size_t i = 0; i < n; i++)
    m.mean
        += (log (over[i]) - (under != NULL ? log (under[i]) : 0)) / (double)n;
  for (size_t i = 0; i < n; i++) {
    double off = log (over[i]) - (under != NULL ? log (under[i]) : 0) - m.mean;

    squares += off * off;
  }
  if (n > 1)
    m.square = squares / m.freedom / (double)n;
  return m;
}

/* The degrees of freedom of a sum of independent terms, by Welch and
 * Satterthwaite, not yet rounded down. */
static double
joint_freedom (struct moments a, struct moments b)
{
  double sum = a.square + b.square;

  if (a.freedom <= 0 || b.freedom <= 0)
    return 0;
  if (sum == 0)
    return fmin (a.freedom, b.freedom);
  return sum * sum
         / (a.square * a.square / a.freedom + b.square * b.square / b.freedom);
}

static struct estimate
make_estimate (double log, double square, double freedom)
{
  return (struct estimate){ .log = log,
                            .error = fmax (sqrt (square), LEAST_ERROR),
                            .freedom = (int)fmin (freedom, MOST_FREEDOM) };
}

static struct moments
moments_from (struct estimate e)
{
  return (struct moments){ .mean = e.log,
                           .square = e.error * e.error,
                           .freedom = e.freedom };
}

struct estimate
estimate_paired (const double *over, const double *under, size_t n)
{
  struct moments m = moments_of (over, under, n);

  return make_estimate (m.mean, m.square, m.freedom);
}

struct estimate
estimate_apart (const double *over, size_t n_over, const double *under,
                size_t n_under)
{
  struct moments a = moments_of (over, NULL, n_over);
  struct moments b = moments_of (under, NULL, n_under);

  return make_estimate (a.mean - b.mean, a.square + b.square,
                        joint_freedom (a, b));
}

struct estimate
estimate_mean (const struct estimate *e, size_t n)
{
  struct moments sum = moments_from (e[0]);

  for (size_t i = 1; i < n; i++) {
    struct moments one = moments_from (e[i]);

    sum.freedom = joint_freedom (sum, one);
    sum.mean += one.mean;
    sum.square += one.square;
  }
  return make_estimate (sum.mean / (double)n,
                        sum.square / (double)n / (double)n, sum.freedom);
}

struct estimate
estimate_without (struct estimate e, struct estimate drift)
{
  struct moments a = moments_from (e), b = moments_from (drift);

  return make_estimate (a.mean - b.mean, a.square + b.square,
                        joint_freedom (a, b));
}

double
estimate_ratio (struct estimate e)
{
  return exp (e.log);
}

struct interval
estimate_interval (struct estimate e)
{
  double off;

  if (e.freedom < 1)
    return (struct interval){ 0, INFINITY };
  off = student_bound (0.025, e.freedom) * e.error;
  return (struct interval){ exp (e.log - off), exp (e.log + off) };
}

double
estimate_half_width (struct estimate e)
{
  return estimate_interval (e).high - estimate_ratio (e);
}

double
estimate_chance (struct estimate e, double log)
{
  return e.freedom < 1
             ? 1
             : student_probability_above ((e.log - log) / e.error, e.freedom);
}
