/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The rule by which a claim is rejected.
 *
 * A round measures 15 pairs of launches and controls, and up to 500 where they
 * do not show at once that all is well; ranks_excess compares them.  An excess
 * below zero means that the claim stands.  Above 3.72 standard deviations (by
 * chance in one of 10,000 rounds) the round is clear; between, it is unclear
 * and is repeated. Three clear rounds reject the claim and the case is WRONG;
 * after nine rounds the claim stands.  So noise that hits launches and controls
 * alike rejects a true claim in far less than one of 10^10 cases.
 *
 * When half of the case's time limit is over, the claim stands after three whole
 * rounds of which none was clear: on a machine so busy that a round takes
 * seconds, noise makes half of them unclear.  Otherwise the case is FAILED, since
 * a variant may waste its time on purpose.
 */
#include <config.h>

#include "base/clock.h"
#include "base/random.h"
#include "judge/trial.h"

/* Clear rounds that reject a claim, and rounds at most. */
enum { ROUNDS_TO_REJECT = 3, MOST_ROUNDS = 9 };
/* Pairs of a round that goes on, since its excess is not negative. */
enum { MORE_PAIRS = 5 * RETEST_PAIRS, MOST_PAIRS = 500 };

/* The excess of a clear round, in standard deviations. */
#define CLEAR 3.72

/* About how long a round lasts at most. */
#define LONG_SECONDS 250e-3

/* Work that a launch on the CPU puts off until after its return delays what
 * follows.  The outputs are shown here, so that the delay counts against this
 * sample and not the next.  They are small, so that showing them takes no
 * longer than the order itself. */
static bool
take_tail (struct trial *t, int group, double *took)
{
  struct order order = { .kind = ORDER_SHOW };
  struct claim claim;

  *took = 0;
  if (!t->at_once || !trial_is_cheap (t))
    return true;
  if (!trial_order (t, &order, &claim, ""))
    return false;
  *took = trial_elapsed (t);
  return group == CONTROL || entropy_draw () % 5 != 0 || trial_judge_shown (t);
}

/* Whatever a launch has left to be done when the host next comes to its buffers
 * is no part of a control. */
static bool
clear_leftovers (struct trial *t)
{
  struct order order = { .empty = true };
  struct claim claim;

  return t->last.empty || trial_sample (t, &order, &claim);
}

bool
sample_groups_add (struct trial *t, struct sample_groups *s, int group,
                   uint64_t samples)
{
  struct order order = { .empty = group == CONTROL,
                         .seconds = t->measurement.stats.median,
                         .samples = samples };
  struct claim claim;
  double took, tail;

  if ((group == CONTROL && !clear_leftovers (t))
      || !trial_sample (t, &order, &claim))
    return false;
  took = trial_elapsed (t);
  if (!take_tail (t, group, &tail))
    return false;
  samples_add (&s->claimed[group], claim.seconds);
  samples_add (&s->outside[group], took + tail);
  if (group == LAUNCHES)
    samples_add (&s->enqueue, claim.enqueue_s);
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

/* True when a round has enough pairs. */
static bool
is_over (size_t pairs, double spent, double excess)
{
  if (pairs < RETEST_PAIRS)
    return false;
  if (excess < RETEST_FINE || spent > LONG_SECONDS)
    return true;
  return pairs >= MORE_PAIRS && (spent > RETEST_SECONDS || pairs >= MOST_PAIRS);
}

/* Measures a round that ends at this time, and has one pair at least; *whole: it
 * has as many as it takes. */
static bool
take_round (struct trial *t, const struct retest *retest, double end,
            double *excess, bool *whole)
{
  double begin = clock_now ();
  struct sample_groups s = { 0 };
  bool ok = true;
  size_t n = 0;

  *excess = 0;
  while (ok && !is_over (n, clock_now () - begin, *excess)
         && (n == 0 || clock_now () < end)) {
    ok = retest->take_pair (t, &s);
    if (ok && ++n % RETEST_PAIRS == 0)
      *excess = retest->excess (t, &s, retest->share);
  }
  if (ok && n % RETEST_PAIRS != 0)
    *excess = retest->excess (t, &s, retest->share);
  *whole = n >= RETEST_PAIRS;
  sample_groups_free (&s);
  return ok;
}

bool
retest_claim (struct trial *t, const struct retest *retest)
{
  const double limit = t->begin + t->settings.sampling.timeout;
  const double end = (clock_now () + limit) / 2;
  int clear = 0, whole_rounds = 0;

  for (int i = 0; i < MOST_ROUNDS && clear < ROUNDS_TO_REJECT; i++) {
    double excess;
    bool whole;

    if (!take_round (t, retest, end, &excess, &whole))
      return false;
    if (excess < 0)
      return true;
    clear += excess > CLEAR;
    whole_rounds += whole;
    if (clear == ROUNDS_TO_REJECT || clock_now () < end)
      continue;
    if (clear == 0 && whole_rounds >= ROUNDS_TO_REJECT)
      return true;
    return trial_end (t, GK_FAIL,
                      "a launch seemed to take longer than was claimed, and "
                      "there was no time left to repeat the check; raise "
                      "timeout");
  }
  return clear < ROUNDS_TO_REJECT || retest->reject (t);
}
