/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdio.h>

#include "base/entropy.h"
#include "judge/audit.h"
#include "judge/retest.h"
#include "judge/ranks.h"
#include "judge/trial.h"

/* Samples in a run, and of an empty launch. */
enum { MOST_SAMPLES = 1000, FLOOR_SAMPLES = 9 };

/* What a launch on the CPU may cost the host's own work behind it: caches that
 * it emptied, and threads of it that spin. */
#define AFTERMATH 100e-6
/* How long a run of samples lasts at least, of which only its end is waited
 * for. */
#define RUN_SECONDS 5e-3
/* What a launch may compute before it enqueues anything, where its kernels are
 * timed alone and no held stream tells whether the host does their work. */
#define UNSEEN_SECONDS 100e-6
/* Launches longer than this are far from what an empty one takes. */
#define NEAR_FLOOR 50e-6

/* In a run. */
static uint64_t
samples_of (const struct trial *t)
{
  double wanted = RUN_SECONDS / samples_median (&t->measurement.outside);

  return wanted < 1              ? 1
         : wanted > MOST_SAMPLES ? MOST_SAMPLES
                                 : (uint64_t)wanted;
}

/* What a launch takes now, as far as claims tell.  A machine that got busier
 * makes launches longer, and plain samples say so, too; a cheat that tells the
 * truth only in runs makes these longer by far more. */
static double
claimed_now (const struct trial *t, const struct sample_groups *s)
{
  double median = t->measurement.stats.median;
  double plain = fmax (median, samples_median (&s->plain));

  return fmin (fmax (median, samples_median (&s->claimed[LAUNCHES])),
               4 * plain);
}

/* What it takes to enqueue a launch, which is no part of what is claimed. While
 * a stream that is not held goes on, most of it is. */
static double
allowed_enqueue (const struct trial *t, double enqueue)
{
  double each = 2 * enqueue / (double)t->measurement.batch;
  bool unseen = t->settings.mode.timer == TIMED_BY_KERNEL && !t->watchable;

  return unseen ? fmin (each, UNSEEN_SECONDS) : each;
}

/* By how much a run may be longer here than a control's: by what was claimed
 * once more, which makes it twice.  To enqueue takes time that is no part of a
 * claim where a device does the work. */
static double
allowed_excess (const struct trial *t, double samples, double now,
                double enqueue)
{
  const struct measurement *m = &t->measurement;
  double each = 2 * now - m->stats.median + allowed_enqueue (t, enqueue);
  double aftermath = t->at_once ? AFTERMATH : 0;

  return (each * trial_launches (t) + aftermath) * samples + TRIAL_JITTER;
}

/* Tossed for each: in turns, every run would find the machine as one of the
 * other kind left it. */
static bool
pair_clock (struct trial *t, struct sample_groups *s)
{
  uint64_t samples = samples_of (t);

  return sample_groups_add_plain (t, s)
         && sample_groups_add (
             t, s, entropy_draw () % 2 == 0 ? LAUNCHES : CONTROL, samples)
         && sample_groups_add (
             t, s, entropy_draw () % 2 == 0 ? LAUNCHES : CONTROL, samples);
}

static double
clock_excess (struct trial *t, const struct sample_groups *s)
{
  double samples = (double)samples_of (t);

  t->launch_outside_s = t->measurement.stats.median
                        + (samples_least (&s->outside[LAUNCHES])
                           - samples_least (&s->outside[CONTROL]))
                              / (trial_launches (t) * samples);
  return ranks_excess (&s->outside[LAUNCHES], &s->outside[CONTROL],
                       allowed_excess (t, samples, claimed_now (t, s),
                                       samples_median (&s->enqueue)));
}

static bool
reject_clock (struct trial *t)
{
  char reason[300];

  snprintf (reason, sizeof reason,
            "timed launches took longer than was claimed: %.3g s each by a "
            "clock outside of the worker, %.3g s by the one inside",
            t->launch_outside_s, t->measurement.stats.median);
  return trial_end (t, GK_WRONG, reason);
}

static const struct retest clock_retest
    = { pair_clock, clock_excess, reject_clock };

/* What an empty launch takes: of interest to short ones only. */
static bool
take_floor (struct trial *t)
{
  for (int i = 0; i < FLOOR_SAMPLES; i++) {
    struct order order = { .empty = true };
    struct claim claim;

    if (!trial_sample (t, &order, &claim))
      return false;
    t->floor_s = fmin (t->floor_s, claim.seconds);
  }
  return true;
}

/* The first looks are quick ones: what they find is no more than a reason to
 * look closely. */
static bool
compare_quickly (struct trial *t, bool *well)
{
  uint64_t samples = samples_of (t);
  struct sample_groups s = { 0 };
  bool ok = true;
  double more, most;

  for (int i = 0; ok && i < RETEST_FIRST_PAIRS; i++)
    ok = sample_groups_add (t, &s, CONTROL, samples)
         && sample_groups_add (t, &s, LAUNCHES, samples);
  more = samples_least (&s.outside[LAUNCHES])
         - samples_least (&s.outside[CONTROL]);
  t->launch_outside_s = t->measurement.stats.median
                        + more / (trial_launches (t) * (double)samples);
  most = allowed_excess (t, (double)samples, claimed_now (t, &s),
                         samples_median (&s.enqueue));
  /* Controls that disagree say nothing. */
  *well = more <= most && ok
          && samples_stats (&s.outside[CONTROL]).max
                     - samples_least (&s.outside[CONTROL])
                 <= most;
  sample_groups_free (&s);
  return ok;
}

bool
audit_clock (struct trial *t)
{
  const struct measurement *m = &t->measurement;
  bool well;

  if (m->stats.median <= NEAR_FLOOR && !take_floor (t))
    return false;
  if (m->stats.median > NEAR_FLOOR
      && samples_median (&m->outside)
             <= m->stats.median * trial_launches (t)
                    + allowed_excess (t, 1, m->stats.median, m->enqueue_s))
    return true;
  return compare_quickly (t, &well)
         && (well || retest_claim (t, &clock_retest));
}

/* ---- Showing outputs ------------------------------------------------------- */

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
    = { pair_show, show_excess, reject_clock };

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
