/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Simulated machines whose samples are not independent: how often the true
 * median lies within two errors of the one that is found, where sampling ends
 * as soon as the error is small enough.
 */
#include <config.h>

#include <math.h>
#include <stdbool.h>

#include "tests/unit/unit.h"
#include "judge/samples.h"
#include "chance.h"
#include "tests/unit/unit.h"

enum { RUNS = 500, MOST_SAMPLES = 2000 };
#define NOISE 0.005

/* A machine, which all variants see: what one sample's time is off, as it goes
 * on from sample to sample. */
struct machine {
  const char *name;
  double noise;      /* of each sample by itself, a standard deviation */
  double correlated; /* of what each shares with the last one */
  double slower;     /* of the two states, the other one */
  double dwell;      /* samples in a state */
  double drift;      /* over 1,000 samples */
  int beside;        /* variants that take turns */
};

static const struct machine machines[]
    = { { "independent", .noise = 0.03, .beside = 1 },
        { "quiet", .noise = 0.002, .beside = 8 },
        { "correlated, alone", .correlated = 0.02, .beside = 1 },
        { "correlated", .correlated = 0.02, .beside = 4 },
        { "two states", .noise = 0.01, .slower = 0.2, .dwell = 20,
          .beside = 8 },
        { "two states, far apart", .noise = 0.01, .slower = 17, .dwell = 20,
          .beside = 8 },
        { "drifting", .noise = 0.01, .drift = 0.05, .beside = 4 } };

/* What it is in. */
struct now {
  double shared;
  bool slow;
  double at; /* samples so far */
};

/* It is in the slow state for two fifths of the time. */
#define SLOW_SHARE 0.4

static void
begin (const struct machine *m, struct now *now)
{
  *now = (struct now){ .shared = chance_normal (),
                       .slow = m->dwell > 0 && chance_uniform () < SLOW_SHARE };
}

static double
next (const struct machine *m, struct now *now)
{
  double leave = now->slow ? 0.5 / SLOW_SHARE : 0.5 / (1 - SLOW_SHARE);

  now->shared = 0.9 * now->shared + sqrt (1 - 0.9 * 0.9) * chance_normal ();
  if (m->dwell > 0 && chance_uniform () < leave / m->dwell)
    now->slow = !now->slow;
  now->at++;
  return (1 + (now->slow ? m->slower : 0) + m->drift * now->at / 1000)
         * exp (m->noise * chance_normal () + m->correlated * now->shared);
}

/* Others take as many samples in between. */
static void
take_turn (const struct machine *m, struct now *now, struct samples *samples,
           struct slices *slices)
{
  size_t n = slices_next (slices);

  for (size_t i = 0; i < n; i++)
    samples_add (samples, next (m, now));
  slices_append (slices, samples->n);
  for (size_t i = 0; i < n * (size_t)(m->beside - 1); i++)
    next (m, now);
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

    begin (m, &other);
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
  struct slices slices = { 0 };
  struct stats stats = { .error = INFINITY };
  struct now now;
  double off;

  begin (m, &now);
  while (samples.n < MOST_SAMPLES
         && !(slices.n >= SLICES_LEAST && stats.error <= NOISE)) {
    take_turn (m, &now, &samples, &slices);
    stats_compute (&stats, samples.seconds, samples.n, &slices);
  }
  off = fabs (true_median (m, &now) - stats.median) / stats.median;
  *taken += (double)samples.n / RUNS;
  *error += stats.error / RUNS;
  samples_free (&samples);
  slices_free (&slices);
  return off <= 2 * stats.error;
}

static void
errors_cover (void **unused)
{
  (void)unused;
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

static void
a_turn_grows_with_what_is_there (void **unused)
{
  struct slices slices = { 0 };
  size_t n = 0;

  (void)unused;
  for (int i = 0; i < SLICES_LEAST; i++) {
    assert_int_equal (slices_next (&slices), SLICE_SAMPLES);
    slices_append (&slices, n += SLICE_SAMPLES);
  }
  slices_append (&slices, 600);
  assert_int_equal (slices_next (&slices), 100);
  slices_free (&slices);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (errors_cover),
    cmocka_unit_test (a_turn_grows_with_what_is_there),
  };

  return cmocka_run_group_tests_name ("slices", tests, NULL, NULL);
}
