/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdio.h>

#include "judge/audit.h"
#include "judge/choice.h"
#include "judge/samples.h"
#include "judge/trial.h"

/* A claim is doubted three times before it is refused. */
enum { ROUNDS = 3, LEAST = 9, MOST = 25 };

/* Outputs up to so many bytes are shown twice. */
enum { MOST_AGAIN = 64 << 20 };

/* What messages and a switch of processes may take more at one time than at
 * another, in seconds. */
#define JITTER 10e-6
/* How long a round lasts that doubts a claim. */
#define ROUND_SECONDS 50e-3
/* Launches longer than this are far from what an empty one takes. */
#define NEAR_FLOOR 50e-6

/* Samples of launches beside ones of a control: as claimed, and as they took by
 * the clock here. */
struct sides {
  struct samples claimed[2], outside[2], enqueue;
};

enum { LAUNCHES, CONTROL };

static void
sides_free (struct sides *s)
{
  for (int i = 0; i < 2; i++) {
    samples_free (&s->claimed[i]);
    samples_free (&s->outside[i]);
  }
  samples_free (&s->enqueue);
  *s = (struct sides){ 0 };
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

/* Doubts a claim until it is clear, or refused. */
static bool
settle (struct trial *t, bool (*doubt) (struct trial *, bool *doubted),
        bool (*refuse) (struct trial *))
{
  bool doubted = true;

  for (int i = 0; doubted && i < ROUNDS; i++)
    if (!doubt (t, &doubted))
      return false;
  return !doubted || refuse (t);
}

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
  samples_add (&s->claimed[side], claim.seconds);
  samples_add (&s->outside[side], t->outside_s);
  if (side == LAUNCHES)
    samples_add (&s->enqueue, claim.enqueue_s);
  return true;
}

/* Launches in a sample, the one that is not timed too. */
static double
launches (const struct trial *t)
{
  return (double)(t->measurement.batch + is_hot (t));
}

/* Whether samples took longer here than their claims allow: even the quickest,
 * against the usual of a control.  Whatever else the machine does makes samples
 * slower and none quicker, so that it raises no doubt.  To enqueue takes time
 * that is no part of a claim where a device does the work. */
static bool
contradicts (const struct trial *t, const struct stats *outside,
             const struct stats *control, double claimed, double enqueue)
{
  return outside->min - control->median
         > 2 * (claimed * launches (t) + enqueue) + JITTER;
}

static double
median (const struct samples *s)
{
  return samples_stats (s).median;
}

/* A round of its own, launches and controls in turns. */
static bool
doubt_clock (struct trial *t, bool *doubted)
{
  struct sides s = { 0 };
  struct stats outside, control;
  double spent = 0;
  bool ok = true;

  for (int i = 0; ok && (i < LEAST || (spent < ROUND_SECONDS && i < 1000));
       i++) {
    ok = take (t, &s, LAUNCHES);
    spent += t->outside_s;
    ok = ok && take (t, &s, CONTROL);
    spent += t->outside_s;
  }
  if (ok) {
    outside = samples_stats (&s.outside[LAUNCHES]);
    control = samples_stats (&s.outside[CONTROL]);
    *doubted = contradicts (t, &outside, &control,
                            median (&s.claimed[LAUNCHES]), median (&s.enqueue));
    t->launch_outside_s = (outside.median - control.median) / launches (t);
  }
  sides_free (&s);
  return ok;
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

/* Takes empty launches where their time is of any use: to know the floor of
 * short launches, and what of the time here is not the launches'. */
static bool
audit_clock (struct trial *t)
{
  const struct measurement *m = &t->measurement;
  double claimed = m->stats.median * launches (t);
  size_t n = m->stats.samples / 4 < LEAST  ? LEAST
             : m->stats.samples / 4 > MOST ? MOST
                                           : m->stats.samples / 4;
  struct sides s = { 0 };
  struct stats control;
  bool doubted;

  if (m->stats.median > NEAR_FLOOR
      && m->outside.median <= 2 * (claimed + m->enqueue_s) + JITTER)
    return true;
  for (size_t i = 0; i < n; i++)
    if (!take (t, &s, CONTROL)) {
      sides_free (&s);
      return false;
    }
  t->floor_s = median (&s.claimed[CONTROL]);
  control = samples_stats (&s.outside[CONTROL]);
  t->launch_outside_s = (m->outside.median - control.median) / launches (t);
  doubted
      = contradicts (t, &m->outside, &control, m->stats.median, m->enqueue_s);
  sides_free (&s);
  return !doubted || settle (t, doubt_clock, refuse_clock);
}

bool
audit_wants_again (const struct trial *t)
{
  return audits (t) && t->judge->inputs.outputs.bytes <= MOST_AGAIN
         && t->show_s > 2 * t->claimed_s + JITTER;
}

/* Whether showing what launches left takes longer than showing it again, by
 * more than they claim: the quickest against the usual, as above.  A copy from
 * another core's cache may take half as long again. */
static bool
hides_work (const struct trial *t, const struct stats *show,
            const struct stats *again)
{
  double more = show->min - again->median;

  return more > 2 * t->measurement.stats.median + JITTER
         && more > again->median / 2;
}

static bool
doubt_show (struct trial *t, bool *doubted)
{
  struct samples show = { 0 }, again = { 0 };
  struct sides s = { 0 };
  struct stats first, second;
  bool ok = true;

  for (int i = 0; ok && i < LEAST; i++) {
    ok = take (t, &s, LAUNCHES)
         && trial_show (t, "a launch of the audit", false);
    if (ok && t->again_s > 0) {
      samples_add (&show, t->show_s);
      samples_add (&again, t->again_s);
    }
  }
  *doubted = false;
  if (ok && show.n > 0) {
    first = samples_stats (&show);
    second = samples_stats (&again);
    *doubted = hides_work (t, &first, &second);
    t->launch_outside_s = first.median - second.median;
  }
  sides_free (&s);
  samples_free (&show);
  samples_free (&again);
  return ok;
}

/* Work can be put off till somebody looks at the result. */
static bool
audit_show (struct trial *t)
{
  const struct measurement *m = &t->measurement;

  if (m->show.samples == 0 || !hides_work (t, &m->show, &m->again))
    return true;
  return settle (t, doubt_show, refuse_clock);
}

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

static bool
doubt_hot (struct trial *t, bool *doubted)
{
  struct sides s = { 0 };
  struct stats fresh, control;
  struct choice choice;
  double excess;
  bool ok = true;

  choice_begin (&choice, LEAST);
  for (size_t i = 0; ok && i < LEAST; i++)
    ok = take_hot (t, &s, CONTROL) && take_hot (t, &s, LAUNCHES)
         && (!choice_takes (&choice, i) || judge_fresh (t));
  if (ok) {
    fresh = samples_stats (&s.claimed[LAUNCHES]);
    control = samples_stats (&s.claimed[CONTROL]);
    t->fresh_s = fresh.median;
    t->control_s = control.median;
    excess = fresh.min - control.median;
    *doubted = excess > 0.3 * t->measurement.stats.median && excess > 1e-6;
  }
  sides_free (&s);
  return ok;
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

/* Hot launches share their buffers by design: whether they do their work each
 * time shows where one finds nothing to rest on. */
static bool
audit_hot (struct trial *t)
{
  return settle (t, doubt_hot, refuse_hot);
}

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

bool
audit (struct trial *t)
{
  return !audits (t)
         || ((!t->watchable || watch (t)) && audit_clock (t) && audit_show (t)
             && (!is_hot (t) || !t->decoys || audit_hot (t)));
}
