/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "judge/audits.h"
#include "judge/retest.h"
#include "judge/trial.h"

/* How much longer it may take to show what a launch left than to show it again.
 * A copy from another core's cache may take half as long again. */
static double
allowed_show (const struct trial *t, const struct samples *again)
{
  return fmax (2 * t->measurement.stats.median + TRIAL_JITTER,
               samples_least (again) / 2);
}

/* Shows what the last sample left, and adds what that took. */
static bool
take_show (struct trial *t, struct samples *took, bool again)
{
  struct order order = { .kind = ORDER_SHOW, .repeat = again };
  struct claim claim;

  if (!trial_order (t, &order, &claim, "a launch of the audit"))
    return false;
  samples_add (took, trial_elapsed (t));
  return true;
}

/* Each is shown again, not only one that took long to show: those alone would
 * be longer than what comes next by how they were chosen. */
static bool
pair_show (struct trial *t, struct sample_groups *s)
{
  return sample_groups_add (t, s, LAUNCHES, 1)
         && take_show (t, &s->show[LAUNCHES], false)
         && take_show (t, &s->show[CONTROL], true);
}

static double
show_excess (struct trial *t, const struct sample_groups *s)
{
  const struct samples *again = &s->show[CONTROL];

  t->launch_outside_s
      = samples_least (&s->show[LAUNCHES]) - samples_least (again);
  return ranks_excess (&s->show[LAUNCHES], again, allowed_show (t, again));
}

static const struct retest show_retest
    = { pair_show, show_excess, audit_reject_clock };

/* A round is done at once where it is short: the few samples that were shown
 * say little on a busy machine. */
bool
audit_show (struct trial *t)
{
  const struct measurement *m = &t->measurement;
  bool doubted
      = m->show.n > 0
        && (samples_median (&m->show) * 2 * RETEST_PAIRS < RETEST_SECONDS
            || ranks_excess (&m->show, &m->reshow, allowed_show (t, &m->reshow))
                   > RETEST_FINE);

  return !doubted || retest_claim (t, &show_retest);
}
