/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Simulated machines whose samples are not independent: how often the true
 * median lies within two errors of the one that is found, where sampling ends
 * as soon as the error is small enough.  A machine that stays in one of two
 * states for longer than a case has samples is not among them: only rounds show
 * it.
 */
#include <config.h>

#include <math.h>
#include <stdbool.h>

#include "tests/unit/unit.h"
#include "judge/samples.h"
#include "chance.h"

enum { RUNS = 500, LEAST_SAMPLES = 50, MOST_SAMPLES = 2000 };
#define NOISE 0.005

/* A machine, which all variants see: what one sample's time is off, as it goes
 * on from sample to sample. */
struct machine {
  const char *name;
  double noise;      /* of each sample by itself, a standard deviation */
  double correlated; /* of what each shares with the last one */
  double drift;      /* over 1,000 samples */
};

static const struct machine machines[]
    = { { "independent", .noise = 0.03 },
        { "quiet", .noise = 0.002 },
        { "correlated", .correlated = 0.02 },
        { "drifting", .noise = 0.01, .drift = 0.05 } };

/* What it is in. */
struct now {
  double shared;
  double at; /* samples so far */
};

static void
begin (struct now *now)
{
  *now = (struct now){ .shared = chance_normal () };
}

static double
next (const struct machine *m, struct now *now)
{
  now->shared = 0.9 * now->shared + sqrt (1 - 0.9 * 0.9) * chance_normal ();
  now->at++;
  return (1 + m->drift * now->at / 1000)
         * exp (m->noise * chance_normal () + m->correlated * now->shared);
}

/* Of a drift, what it was half way through. */
static double
true_median (const struct machine *m, const struct now *now)
{
  static double known[sizeof machines / sizeof machines[0]];
  double *median = &known[m - machines];

  if (m->drift > 0)
    return 1 + m->drift * now->at / 2000;
  if (*median == 0) {
    struct samples many = { 0 };
    struct now other;

    begin (&other);
    for (int i = 0; i < 400000; i++)
      samples_add (&many, next (m, &other));
    *median = samples_median (&many);
    samples_free (&many);
  }
  return *median;
}

/* Whether the true median is within two errors; adds what was taken. */
static bool
is_covered (const struct machine *m, double *taken, double *error)
{
  struct samples samples = { 0 };
  struct stats stats = { .error = INFINITY };
  struct now now;
  double off;

  begin (&now);
  while (samples.n < MOST_SAMPLES && stats.error > NOISE) {
    const size_t n
        = samples.n / 10 > LEAST_SAMPLES ? samples.n / 10 : LEAST_SAMPLES;

    for (size_t i = 0; i < n; i++)
      samples_add (&samples, next (m, &now));
    stats_compute (&stats, samples.seconds, samples.n);
  }
  off = fabs (true_median (m, &now) - stats.median) / stats.median;
  *taken += (double)samples.n / RUNS;
  *error += stats.error / RUNS;
  samples_free (&samples);
  return off <= 2 * stats.error;
}

TEST (errors_cover)
{
  chance_begin (1);
  for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++) {
    const struct machine *m = &machines[i];
    double taken = 0, error = 0;
    int covered = 0;

    for (int run = 0; run < RUNS; run++)
      covered += is_covered (m, &taken, &error);
    print_message ("%s: %.1f %% covered, %.0f samples, error %.2f %%\n",
                   m->name, 100. * covered / RUNS, taken, 100 * error);
    assert_true (covered >= RUNS * 9 / 10);
  }
}
