/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Chooses the fastest of several ways.
 */
#include <config.h>

#include <stdbool.h>
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

static double
clock_seconds (void)
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

/* Keeps it if it is among the fastest. */
static void
add_finalist (struct finalists *final, int way, double seconds)
{
  const bool is_full = final->n == FINALISTS;
  int i = is_full ? FINALISTS - 1 : final->n;

  if (is_full && final->of[i].seconds[0] <= seconds)
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
warm_up (int n, tuning_time *time, void *state)
{
  const double begin = clock_seconds ();
  int i = 0;

  while (i < n && clock_seconds () - begin < warm_up_seconds)
    if (time (state, i) < 0)
      i++;
}

/* Times all once. */
static int
time_all (int n, tuning_time *time, void *state, double seconds,
          struct finalists *final)
{
  const double begin = clock_seconds ();
  int timed = 0;

  for (int i = 0;
       i < n && (final->n == 0 || clock_seconds () - begin < seconds); i++) {
    const double t = time (state, i);

    if (t < 0)
      continue;
    add_finalist (final, i, t);
    timed++;
  }
  return timed;
}

/* The sample of the first pass is dropped: it was selected for being fast.  If
 * time runs out, all finalists have the same number of samples. */
static void
time_finalists (tuning_time *time, void *state, double seconds,
                struct finalists *final)
{
  const double begin = clock_seconds ();

  for (int repeat = 0; repeat < REPEATS && clock_seconds () - begin < seconds;
       repeat++)
    for (int k = 0; k < final->n; k++) {
      const double t = time (state, final->of[k].way);

      if (repeat == 0)
        final->of[k].n = 0;
      add_time (&final->of[k], t < 0 ? 1e9 : t);
    }
}

int
tuning_best (int n, tuning_time *time, void *state, double seconds, int *timed)
{
  struct finalists final = { .n = 0 };
  int best = 0;

  warm_up (n, time, state);
  *timed = time_all (n, time, state, seconds, &final);
  if (final.n == 0)
    return -1;
  if (final.n > 1)
    time_finalists (time, state, seconds, &final);
  for (int k = 1; k < final.n; k++)
    if (median_of (&final.of[k]) < median_of (&final.of[best]))
      best = k;
  return final.of[best].way;
}
