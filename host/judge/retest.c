/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/clock.h"
#include "base/entropy.h"
#include "judge/retest.h"
#include "judge/trial.h"

/* A claim is doubted three times before it is refused; what is unclear is asked
 * again, but not for ever. */
enum { SERIES_TO_REJECT = 3, MOST_SERIES = 9 };
/* Pairs of launches and controls in a round that goes on, since it finds
 * something. */
enum { MORE_PAIRS = 5 * RETEST_PAIRS, MOST_PAIRS = 500 };

/* An excess, in standard deviations, that chance makes less than once in 10,000
 * times. */
#define CLEAR 3.72

/* How long a round lasts about at most. */
#define LONG_SECONDS 250e-3

/* Where a launch that returned is over, work that it puts off meets what comes
 * next: that is looked for here, lest the next sample pays for it.  Small
 * outputs are shown by now, so that this takes no longer than to ask. */
static bool
take_tail (struct trial *t, int side, double *took)
{
  struct order order = { .kind = ORDER_SHOW };
  struct claim claim;

  *took = 0;
  if (!t->at_once || !trial_is_cheap (t))
    return true;
  if (!trial_order (t, &order, &claim, ""))
    return false;
  *took = trial_elapsed (t);
  return side == CONTROL || entropy_draw () % 5 != 0 || trial_judge_shown (t);
}

bool
sample_groups_add (struct trial *t, struct sample_groups *s, int side,
                   uint64_t samples)
{
  struct order order = { .empty = side == CONTROL,
                         .seconds = t->measurement.stats.median,
                         .samples = samples };
  struct claim claim;
  double took, tail;

  if (!trial_sample (t, &order, &claim))
    return false;
  took = trial_elapsed (t);
  if (!take_tail (t, side, &tail))
    return false;
  samples_add (&s->claimed[side], claim.seconds);
  samples_add (&s->outside[side], took + tail);
  if (side == LAUNCHES)
    samples_add (&s->enqueue, claim.enqueue_s);
  return true;
}

bool
sample_groups_add_plain (struct trial *t, struct sample_groups *s)
{
  struct order order = { 0 };
  struct claim claim;

  if (!trial_sample (t, &order, &claim))
    return false;
  samples_add (&s->plain, claim.seconds);
  return true;
}

void
sample_groups_free (struct sample_groups *s)
{
  for (int i = 0; i < 2; i++) {
    samples_free (&s->claimed[i]);
    samples_free (&s->outside[i]);
    samples_free (&s->show[i]);
  }
  samples_free (&s->enqueue);
  samples_free (&s->plain);
}

/* Whether a round has enough pairs. */
static bool
is_over (size_t pairs, double spent, double excess)
{
  if (pairs < RETEST_PAIRS)
    return false;
  if (excess < RETEST_FINE || spent > LONG_SECONDS)
    return true;
  return pairs >= MORE_PAIRS && (spent > RETEST_SECONDS || pairs >= MOST_PAIRS);
}

static bool
take_series (struct trial *t, const struct retest *doubt, double *excess)
{
  double begin = clock_now ();
  struct sample_groups s = { 0 };
  bool ok = true;

  *excess = 0;
  for (size_t i = 0; ok && !is_over (i, clock_now () - begin, *excess); i++) {
    ok = doubt->take_pair (t, &s);
    if (ok && (i + 1) % RETEST_PAIRS == 0)
      *excess = doubt->excess (t, &s);
  }
  sample_groups_free (&s);
  return ok;
}

bool
retest_claim (struct trial *t, const struct retest *doubt)
{
  int doubts = 0;

  for (int i = 0; i < MOST_SERIES && doubts < SERIES_TO_REJECT; i++) {
    double excess;

    if (!take_series (t, doubt, &excess))
      return false;
    if (excess < 0)
      return true;
    doubts += excess > CLEAR;
  }
  return doubts < SERIES_TO_REJECT || doubt->reject (t);
}
