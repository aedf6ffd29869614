/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "judge/audits.h"
#include "judge/doubt.h"
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
  struct order order = { .kind = ORDER_SHOW, .again = again };
  struct claim claim;

  if (!trial_order (t, &order, &claim, "a launch of the audit"))
    return false;
  samples_add (took, trial_taken (t));
  return true;
}

/* Each is shown again, not only one that took long to show: those alone would
 * be longer than what comes next by how they were chosen. */
static bool
pair_show (struct trial *t, struct sides *s)
{
  return sides_take (t, s, LAUNCHES, 1)
         && take_show (t, &s->show[LAUNCHES], false)
         && take_show (t, &s->show[CONTROL], true);
}

static double
weigh_show (struct trial *t, const struct sides *s)
{
  const struct samples *again = &s->show[CONTROL];

  t->launch_outside_s
      = samples_least (&s->show[LAUNCHES]) - samples_least (again);
  return ranks_excess (&s->show[LAUNCHES], again, allowed_show (t, again));
}

static const struct doubt show_doubt
    = { pair_show, weigh_show, audit_refuse_clock };

/* A round is done at once where it is short: the few samples that were shown
 * say little on a busy machine. */
bool
audit_show (struct trial *t)
{
  const struct measurement *m = &t->measurement;
  bool doubted
      = m->show.n > 0
        && (samples_median (&m->show) * 2 * DOUBT_PAIRS < DOUBT_SECONDS
            || ranks_excess (&m->show, &m->again, allowed_show (t, &m->again))
                   > DOUBT_FINE);

  return !doubted || doubt_settle (t, &show_doubt);
}
