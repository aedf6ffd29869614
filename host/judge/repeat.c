/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How launches are compared with each other.
 *
 * A race spoils few launches, and few timed ones are judged.  So after the
 * samples the last one's inputs and poison are launched on again, as often as
 * fits in a share of the case's time, and each answer is compared with the one
 * judged before it, byte by byte.  One that differs is judged itself: sums in
 * another order are right, too.  None of these launches is timed.
 *
 * A device that can compare memory does that itself, since to fetch an answer
 * takes many times as long as to compute it.  The judge draws how many launches
 * it compares in a row, and fetches the last of them.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "judge/trial.h"

/* So many launches find a race in 2 % of launches 87 times of 100. */
enum { MOST_REPEATS = 100 };

/* They may take this share of the case's time so far; in a short case at least
 * so many seconds, in which a short launch is repeated as often as it may be.
 */
#define REPEATS_SHARE 0.3
#define REPEATS_SECONDS 2e-3

/* On a device that compares answers they are so many even where that takes
 * longer, up to so many seconds: others that compute there at the same time
 * make each launch slow, and a race is not rarer then. */
enum { LEAST_REPEATS = 40 };
#define LEAST_SECONDS 0.25

/* Judges an answer that differs from the one before, there above all. */
static bool
judge_differing (struct trial *t, const struct places *places, const char *when)
{
  bool right;

  t->differing = places->place;
  t->n_differing = places->n < PLACES ? places->n : PLACES;
  right = trial_judge (t, t->settings.data, t->last.poison, when);
  t->differing = NULL;
  t->n_differing = 0;
  return right;
}

#define DIFFERS "the answer differs from launch to launch, as by a race"

bool
explain_race (struct trial *t)
{
  struct order order = { .kind = ORDER_RUN,
                         .version = t->last.version,
                         .poison = t->last.poison };
  /* A batch may have added to its output several times. */
  const bool single = trial_launches (t) <= 1;
  const struct outputs *outputs = &t->judge->inputs.outputs;
  enum wrong_class seen = t->wrong_class;
  char reason[sizeof t->reason];
  struct claim claim;
  bool differ = false;

  memcpy (reason, t->reason, sizeof reason);
  for (int i = 0; i < 2 && !differ && trial_order (t, &order, &claim, ""); i++)
    differ = (i > 0 || single) && outputs->differ;
  if (differ
      && (seen == WRONG_UNKNOWN || seen == WRONG_PRECISION
          || seen == WRONG_UNWRITTEN))
    seen = WRONG_DIFFERS;
  trial_end_wrong (t, seen, "%.1300s%s", reason, differ ? ": " DIFFERS : "");
  return differ;
}

static void
name_launch (char *when, size_t room, uint64_t number)
{
  snprintf (when, room, "launch %llu on the same inputs",
            (unsigned long long)number);
}

/* Launches once, or for so many seconds on a device that compares answers: what
 * it holds is what was judged last.  Stores how long that took without what
 * followed. */
static bool
repeat_launch (struct trial *t, double *seconds)
{
  struct verification *v = &t->verification;
  const bool compares = t->first.compares;
  struct order order
      = { .kind = compares ? ORDER_REPEAT : ORDER_RUN,
          .version = t->last.version,
          .poison = t->last.poison,
          .seconds = *seconds,
          .launches = 1 + entropy_draw () % (MOST_REPEATS - v->repeats) };
  struct outputs *outputs = &t->judge->inputs.outputs;
  struct places places = { .random = entropy_draw () };
  struct claim claim;
  char when[80];
  bool ok;

  name_launch (when, sizeof when, v->repeats + 1);
  outputs->places = &places;
  ok = trial_order (t, &order, &claim, when);
  outputs->places = NULL;
  if (!ok)
    return false;
  /* No more than were ordered. */
  v->repeats += compares && claim.repeats > 0 && claim.repeats <= order.launches
                    ? claim.repeats
                    : 1;
  *seconds = claim.seconds;
  name_launch (when, sizeof when, v->repeats);
  if (!outputs->differ)
    return true;
  v->differ++;
  return judge_differing (t, &places, when)
         || (t->status == GK_WRONG
             && trial_end_wrong (t, WRONG_DIFFERS, "%s: " DIFFERS,
                                 t->verification.reason));
}

/* Returns when repeats that began then have to end, by clock_now. */
static double
end_of_repeats (const struct trial *t, double begin)
{
  const double share = REPEATS_SHARE * (begin - t->begin);
  const bool more
      = t->first.compares && t->verification.repeats < LEAST_REPEATS;

  return begin + fmax (share, more ? LEAST_SECONDS : REPEATS_SECONDS);
}

bool
audit_repeats (struct trial *t)
{
  const gk_host *host = &t->judge->services.host;
  const struct verification *v = &t->verification;
  const double begin = clock_now ();
  const double spent = t->spent.verify_s;
  /* What an answer takes that is fetched and judged. */
  double one = t->first.compares ? (end_of_repeats (t, begin) - begin) / 2
                                 : t->measurement.stats.median;
  bool ok = true;

  while (ok && v->repeats < MOST_REPEATS
         && clock_now () + one < end_of_repeats (t, begin)) {
    const double start = clock_now ();
    double seconds = end_of_repeats (t, begin) - start - one;

    ok = repeat_launch (t, &seconds);
    one = clock_now () - start - seconds;
  }
  /* Verdicts are a part of it. */
  t->spent.verify_s = spent + clock_now () - begin;
  if (ok && v->differ > 0)
    host->log (host,
               "gkhost: the answer differs from launch to launch on the same "
               "inputs, in %llu of %llu, and each is right",
               (unsigned long long)v->differ, (unsigned long long)v->repeats);
  return ok;
}
