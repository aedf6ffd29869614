/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/clock.h"
#include "base/unforeseen.h"
#include "judge/doubt.h"
#include "judge/trial.h"

/* A claim is doubted three times before it is refused; what is unclear is asked
 * again, but not for ever. */
enum { DOUBTS = 3, ROUNDS = 9 };
/* Pairs of launches and controls in a round that goes on, since it finds
 * something. */
enum { MORE_PAIRS = 5 * DOUBT_PAIRS, MOST_PAIRS = 500 };

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
  *took = trial_taken (t);
  return side == CONTROL || unforeseen () % 5 != 0 || trial_judge_shown (t);
}

bool
sides_take (struct trial *t, struct sides *s, int side, uint64_t samples)
{
  struct order order = { .empty = side == CONTROL,
                         .seconds = t->measurement.stats.median,
                         .samples = samples };
  struct claim claim;
  double took, tail;

  if (!trial_sample (t, &order, &claim))
    return false;
  took = trial_taken (t);
  if (!take_tail (t, side, &tail))
    return false;
  samples_add (&s->claimed[side], claim.seconds);
  samples_add (&s->outside[side], took + tail);
  if (side == LAUNCHES)
    samples_add (&s->enqueue, claim.enqueue_s);
  return true;
}

bool
sides_take_plain (struct trial *t, struct sides *s)
{
  struct order order = { 0 };
  struct claim claim;

  if (!trial_sample (t, &order, &claim))
    return false;
  samples_add (&s->plain, claim.seconds);
  return true;
}

void
sides_free (struct sides *s)
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
  if (pairs < DOUBT_PAIRS)
    return false;
  if (excess < DOUBT_FINE || spent > LONG_SECONDS)
    return true;
  return pairs >= MORE_PAIRS && (spent > DOUBT_SECONDS || pairs >= MOST_PAIRS);
}

static bool
do_round (struct trial *t, const struct doubt *doubt, double *excess)
{
  double begin = clock_now ();
  struct sides s = { 0 };
  bool ok = true;

  *excess = 0;
  for (size_t i = 0; ok && !is_over (i, clock_now () - begin, *excess); i++) {
    ok = doubt->pair (t, &s);
    if (ok && (i + 1) % DOUBT_PAIRS == 0)
      *excess = doubt->weigh (t, &s);
  }
  sides_free (&s);
  return ok;
}

bool
doubt_settle (struct trial *t, const struct doubt *doubt)
{
  int doubts = 0;

  for (int i = 0; i < ROUNDS && doubts < DOUBTS; i++) {
    double excess;

    if (!do_round (t, doubt, &excess))
      return false;
    if (excess < 0)
      return true;
    doubts += excess > CLEAR;
  }
  return doubts < DOUBTS || doubt->refuse (t);
}
