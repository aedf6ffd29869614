/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Chooses the fastest of several ways.
 */
#include <config.h>

#include <time.h>

#include "tuning.h"

enum { FINALISTS = 6, REPEATS = 11 };

/* An idle device takes some time to raise its clock. */
static const double warm_up_seconds = 0.05;

struct finalist {
  int way;
  double seconds[REPEATS]; /* the samples so far, sorted */
  int n;
};

struct finalists {
  struct finalist of[FINALISTS]; /* the fastest first */
  int n;
};

double
tuning_clock (void)
{
  struct timespec t;

  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void
add_time (struct finalist *f, double seconds)
{
  int i = f->n++;

  for (; i > 0 && f->seconds[i - 1] > seconds; i--)
    f->seconds[i] = f->seconds[i - 1];
  f->seconds[i] = seconds;
}

static double
median_of (const struct finalist *f)
{
  return f->seconds[f->n / 2];
}

/* Keeps it if it is among the fastest, and right. */
static void
add_finalist (const struct tuning *t, int way, double seconds,
              struct finalists *final)
{
  const bool is_full = final->n == FINALISTS;
  int i = is_full ? FINALISTS - 1 : final->n;

  if ((is_full && final->of[i].seconds[0] <= seconds)
      || !t->is_right (t->state, way))
    return;
  for (; i > 0 && final->of[i - 1].seconds[0] > seconds; i--)
    final->of[i] = final->of[i - 1];
  final->of[i].way = way;
  final->of[i].seconds[0] = seconds;
  final->of[i].n = 1;
  if (!is_full)
    final->n++;
}

static void
warm_up (const struct tuning *t)
{
  const double begin = tuning_clock ();
  int i = 0;

  while (i < t->n && tuning_clock () - begin < warm_up_seconds)
    if (t->time (t->state, i) < 0)
      i++;
}

/* Times ways from `from` to n once, but not after `until` if one is there.
 * Returns how many. */
static int
time_ways (const struct tuning *t, int from, int n, double until,
           struct finalists *final)
{
  int timed = 0;

  for (int i = from; i < n && (final->n == 0 || tuning_clock () < until); i++) {
    const double seconds = t->time (t->state, i);

    if (seconds < 0)
      continue;
    add_finalist (t, i, seconds, final);
    timed++;
  }
  return timed;
}

/* Times ways like the fastest ones, as long as that finds a faster one.
 * Returns how many. */
static int
time_varied (const struct tuning *t, struct finalists *final)
{
  const double until = tuning_clock () + t->seconds;
  int from = t->n, timed = 0, fastest = -1;

  while (final->of[0].way != fastest && tuning_clock () < until) {
    const struct finalists now = *final;

    fastest = now.of[0].way;
    for (int k = 0; k < now.n && tuning_clock () < until; k++) {
      const int n = t->vary (t->state, now.of[k].way);

      timed += time_ways (t, from, n, until, final);
      from = n;
    }
  }
  return timed;
}

/* The sample of the first passes is dropped: it was selected for being fast.
 * If time runs out, all finalists have the same number of samples. */
static void
time_finalists (const struct tuning *t, struct finalists *final)
{
  const double until = tuning_clock () + t->seconds;

  for (int repeat = 0; repeat < REPEATS && tuning_clock () < until; repeat++)
    for (int k = 0; k < final->n; k++) {
      const double seconds = t->time (t->state, final->of[k].way);

      if (repeat == 0)
        final->of[k].n = 0;
      add_time (&final->of[k], seconds < 0 ? 1e9 : seconds);
    }
}

int
tuning_best (const struct tuning *t, int *timed)
{
  struct finalists final = { .n = 0 };
  int best = 0;

  warm_up (t);
  *timed = time_ways (t, 0, t->n, tuning_clock () + t->seconds, &final);
  if (final.n == 0)
    return -1;
  *timed += time_varied (t, &final);
  if (final.n > 1)
    time_finalists (t, &final);
  for (int k = 1; k < final.n; k++)
    if (median_of (&final.of[k]) < median_of (&final.of[best]))
      best = k;
  return final.of[best].way;
}
