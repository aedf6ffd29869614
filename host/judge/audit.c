/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdio.h>

#include "judge/audit.h"
#include "judge/choice.h"
#include "judge/ranks.h"
#include "judge/samples.h"
#include "judge/trial.h"

/* A claim is doubted three times before it is refused; what is unclear is asked
 * again, but not for ever. */
enum { DOUBTS = 3, ROUNDS = 9 };
/* Pairs of launches and controls in a round. */
enum { PAIRS = 15, MOST_PAIRS = 500 };
/* Controls of a first look, fewer where they take long. */
enum { FEWEST = 3, FEW = 9 };

/* What messages and a switch of processes may take more at one time than at
 * another, in seconds. */
#define JITTER 10e-6
/* How long a round lasts that doubts a claim. */
#define ROUND_SECONDS 50e-3
/* Launches longer than this are far from what an empty one takes. */
#define NEAR_FLOOR 50e-6

/* Samples of launches beside ones of a control: as claimed, and as they took by
 * the clock here; or as they took to be shown, first and again. */
struct sides {
  struct samples claimed[2], outside[2], enqueue, show[2];
};

enum { LAUNCHES, CONTROL };

static void
sides_free (struct sides *s)
{
  for (int i = 0; i < 2; i++) {
    samples_free (&s->claimed[i]);
    samples_free (&s->outside[i]);
    samples_free (&s->show[i]);
  }
  samples_free (&s->enqueue);
}

static double
median (const struct samples *s)
{
  return s->n > 0 ? samples_stats (s).median : 0;
}

static bool
is_hot (const struct trial *t)
{
  return t->settings.mode.cache == CACHE_HOT;
}

static bool
audits (const struct trial *t)
{
  return t->timer->apart && t->settings.audit && trial_judges (t);
}

/* Launches in a sample, the one that is not timed too. */
static double
launches (const struct trial *t)
{
  return (double)(t->measurement.batch + is_hot (t));
}

/* A round that doubts a claim: false when the case has ended by it. */
typedef bool doubt_fn (struct trial *t, struct sides *s, enum excess *excess);

/* Doubts a claim until it is clear, or refused. */
static bool
settle (struct trial *t, doubt_fn *doubt, bool (*refuse) (struct trial *))
{
  int doubts = 0;

  for (int i = 0; i < ROUNDS && doubts < DOUBTS; i++) {
    enum excess excess = EXCESS_NONE;
    struct sides s = { 0 };
    bool ok = doubt (t, &s, &excess);

    sides_free (&s);
    if (!ok)
      return false;
    if (excess == EXCESS_NONE)
      return true;
    doubts += excess == EXCESS_CLEAR;
  }
  return doubts < DOUBTS || refuse (t);
}

/* ---- The clock ---------------------------------------------------------- */

/* One sample as those that are reported: of the variant, or of nothing. */
static bool
take (struct trial *t, struct sides *s, int side)
{
  struct order order = { .kind = ORDER_SAMPLE,
                         .before = is_hot (t) ? BEFORE_NOTHING : BEFORE_EVICTED,
                         .empty = side == CONTROL,
                         .launches = t->measurement.batch };
  struct claim claim;

  if (!trial_freshen (t, &order) || !trial_order (t, &order, &claim, ""))
    return false;
  t->claimed_s = claim.seconds;
  samples_add (&s->claimed[side], claim.seconds);
  samples_add (&s->outside[side], t->outside_s);
  if (side == LAUNCHES)
    samples_add (&s->enqueue, claim.enqueue_s);
  return true;
}

/* By how much samples may be longer here than a control's.  To enqueue takes
 * time that is no part of a claim where a device does the work. */
static double
allowed (const struct trial *t, double factor, double claimed, double enqueue)
{
  return factor * (claimed * launches (t) + enqueue) + JITTER;
}

static bool
doubt_clock (struct trial *t, struct sides *s, enum excess *excess)
{
  double spent = 0;
  double claimed, enqueue;

  for (int i = 0; i < PAIRS || (spent < ROUND_SECONDS && i < MOST_PAIRS); i++) {
    if (!take (t, s, LAUNCHES))
      return false;
    spent += t->outside_s;
    if (!take (t, s, CONTROL))
      return false;
    spent += t->outside_s;
  }
  claimed = median (&s->claimed[LAUNCHES]);
  enqueue = median (&s->enqueue);
  *excess = ranks_excess (&s->outside[LAUNCHES], &s->outside[CONTROL],
                          allowed (t, 2, claimed, enqueue));
  t->launch_outside_s
      = (median (&s->outside[LAUNCHES]) - median (&s->outside[CONTROL]))
        / launches (t);
  return true;
}

static bool
refuse_clock (struct trial *t)
{
  char reason[300];

  snprintf (reason, sizeof reason,
            "timed launches took longer than was claimed: %.3g s each by a "
            "clock outside of the worker, %.3g s by the one inside",
            t->launch_outside_s, t->measurement.stats.median);
  return trial_end (t, GK_WRONG, reason);
}

/* Some empty launches: for the floor of short launches, and for what of the
 * time here is not the launches'. */
static bool
take_controls (struct trial *t, struct sides *s)
{
  double spent = 0;

  for (int i = 0; i < FEWEST || (i < FEW && spent < ROUND_SECONDS); i++) {
    if (!take (t, s, CONTROL))
      return false;
    spent += t->outside_s;
  }
  t->floor_s = samples_stats (&s->claimed[CONTROL]).min;
  t->launch_outside_s
      = (t->measurement.outside.median - median (&s->outside[CONTROL]))
        / launches (t);
  return true;
}

/* The first look is a quick one: what it finds is no more than a reason to look
 * closely. */
static bool
audit_clock (struct trial *t)
{
  const struct measurement *m = &t->measurement;
  double claimed = m->stats.median;
  struct sides s = { 0 };
  bool ok;

  if (claimed > NEAR_FLOOR
      && m->outside.median <= allowed (t, 2, claimed, m->enqueue_s))
    return true;
  ok = take_controls (t, &s);
  sides_free (&s);
  if (!ok
      || t->launch_outside_s * launches (t)
             <= allowed (t, 1.5, claimed, m->enqueue_s))
    return ok;
  return settle (t, doubt_clock, refuse_clock);
}

/* ---- What is put off till somebody looks -------------------------------- */

bool
audit_wants_again (const struct trial *t)
{
  return audits (t) && t->at_once && t->show_s > 2 * t->claimed_s + JITTER;
}

/* How much longer it may take to show what a launch left than to show it again.
 * A copy from another core's cache may take half as long again. */
static double
allowed_show (const struct trial *t, const struct samples *again)
{
  return fmax (2 * t->measurement.stats.median + JITTER, median (again) / 2);
}

/* Shows what the last sample left, and adds what that took. */
static bool
take_show (struct trial *t, struct samples *took, bool again)
{
  struct order order = { .kind = ORDER_SHOW, .again = again };
  struct claim claim;

  if (!trial_order (t, &order, &claim, "a launch of the audit"))
    return false;
  samples_add (took, t->outside_s);
  return true;
}

/* Each is shown again, not only one that took long to show: those alone would
 * be longer than what comes next by how they were chosen. */
static bool
doubt_show (struct trial *t, struct sides *s, enum excess *excess)
{
  struct samples *first = &s->show[LAUNCHES], *again = &s->show[CONTROL];

  for (int i = 0; i < PAIRS; i++)
    if (!take (t, s, LAUNCHES) || !take_show (t, first, false)
        || !take_show (t, again, true))
      return false;
  *excess = ranks_excess (first, again, allowed_show (t, again));
  t->launch_outside_s = median (first) - median (again);
  return true;
}

static bool
audit_show (struct trial *t)
{
  const struct measurement *m = &t->measurement;

  return m->show.samples == 0
         || m->show.median - m->again.median
                <= fmax (2 * m->stats.median + JITTER, m->again.median / 2)
         || settle (t, doubt_show, refuse_clock);
}

/* ---- Hot launches ------------------------------------------------------- */

/* One launch that finds fresh inputs and outputs, or one whose decoys were
 * freshened. */
static bool
take_hot (struct trial *t, struct sides *s, int side)
{
  struct order order = t->last;
  struct claim claim;

  if (side == LAUNCHES && !trial_freshen (t, &order))
    return false;
  order.kind = ORDER_SAMPLE;
  order.empty = false;
  order.before = side == LAUNCHES ? BEFORE_FRESH : BEFORE_DECOYS;
  order.launches = 1;
  if (!trial_order (t, &order, &claim, ""))
    return false;
  samples_add (&s->claimed[side], claim.seconds);
  return true;
}

static bool
judge_fresh (struct trial *t)
{
  const char *when = "a launch of the audit";

  return trial_show (t, when, false)
         && trial_judge (t, t->settings.data, t->last.poison, when);
}

/* By how much a launch that finds all fresh may take longer. */
static double
allowed_hot (const struct trial *t)
{
  return fmax (0.3 * t->measurement.stats.median, 1e-6);
}

static bool
doubt_hot (struct trial *t, struct sides *s, enum excess *excess)
{
  struct choice choice;

  choice_begin (&choice, PAIRS);
  for (size_t i = 0; i < PAIRS; i++)
    if (!take_hot (t, s, CONTROL) || !take_hot (t, s, LAUNCHES)
        || (choice_takes (&choice, i) && !judge_fresh (t)))
      return false;
  t->fresh_s = median (&s->claimed[LAUNCHES]);
  t->control_s = median (&s->claimed[CONTROL]);
  *excess = ranks_excess (&s->claimed[LAUNCHES], &s->claimed[CONTROL],
                          allowed_hot (t));
  return true;
}

static bool
refuse_hot (struct trial *t)
{
  char reason[300];

  snprintf (reason, sizeof reason,
            "timed launches did less than the verified ones: with fresh "
            "inputs and outputs one takes %.3g s, without %.3g s",
            t->fresh_s, t->control_s);
  return trial_end (t, GK_WRONG, reason);
}

/* ---- A held stream ------------------------------------------------------ */

/* For as long as the work would take, and no less than a thread needs to wake
 * up. */
static bool
watch (struct trial *t)
{
  double seconds = 2 * t->measurement.stats.median;
  struct order order = { .kind = ORDER_WATCH };
  struct claim claim;

  order.seconds = fmin (fmax (seconds, 200e-6), 20e-3);
  return trial_freshen (t, &order)
         && trial_order (t, &order, &claim, "a launch of the audit");
}

/* Hot launches share their buffers by design: whether they do their work each
 * time shows where one finds nothing to rest on. */
bool
audit (struct trial *t)
{
  if (!audits (t))
    return true;
  return (!t->watchable || watch (t)) && audit_clock (t) && audit_show (t)
         && (!is_hot (t) || !t->decoys || settle (t, doubt_hot, refuse_hot));
}
