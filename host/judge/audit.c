/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/unforeseen.h"
#include "judge/audit.h"
#include "judge/ranks.h"
#include "judge/samples.h"
#include "judge/trial.h"

/* A claim is doubted three times before it is refused; what is unclear is asked
 * again, but not for ever. */
enum { DOUBTS = 3, ROUNDS = 9 };
/* Pairs of launches and controls in a round, after which a round that finds
 * nothing ends; one that does goes on. */
enum { PAIRS = RANKS_GROUPS, MORE_PAIRS = 5 * PAIRS, MOST_PAIRS = 500 };
/* Pairs of a first look, and samples in a run. */
enum { LOOKS = 2, MOST_SAMPLES = 1000, FLOOR_SAMPLES = 9 };

/* Excess in standard deviations: what needs no closer look, and what chance
 * makes less than once in 10,000 times. */
#define FINE -1.0
#define CLEAR 3.72

/* What messages and a switch of processes may take more at one time than at
 * another, in seconds: a machine that was woken up is not as soon awake after
 * work as after rest, the more so where it is a virtual one. */
#define JITTER 200e-6
/* What a launch on the CPU may cost the host's own work behind it: caches that
 * it emptied, and threads of it that spin. */
#define AFTERMATH 100e-6
/* How long a run of samples lasts at least, of which only its end is waited
 * for. */
#define RUN_SECONDS 5e-3
/* How long a round lasts at least that doubts a claim, and about at most. */
#define ROUND_SECONDS 50e-3
#define LONG_SECONDS 250e-3
/* How long a held stream is watched at least: a thread takes that long to wake
 * up on a busy machine. */
#define WATCH_SECONDS 2e-3
/* Launches longer than this are slow: a disturbance is short beside them. */
#define SLOW_SECONDS 1e-3
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

static double
least (const struct samples *s)
{
  return s->n > 0 ? samples_stats (s).min : 0;
}

static bool
audits (const struct trial *t)
{
  return t->timer->apart && t->settings.audit && trial_judges (t);
}

/* One way to doubt a claim.  Each function: false when the case has ended by
 * it. */
struct doubt {
  /* Takes a launch and a control. */
  bool (*pair) (struct trial *t, struct sides *s);
  /* What the pairs so far say, as ranks_excess; sets the figures of both. */
  double (*weigh) (struct trial *t, const struct sides *s);
  bool (*refuse) (struct trial *t);
};

/* Whether a round has enough pairs. */
static bool
is_over (size_t pairs, double spent, double excess)
{
  if (pairs < PAIRS)
    return false;
  if (excess < FINE || spent > LONG_SECONDS)
    return true;
  return pairs >= MORE_PAIRS && (spent > ROUND_SECONDS || pairs >= MOST_PAIRS);
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
    if (ok && (i + 1) % PAIRS == 0)
      *excess = doubt->weigh (t, &s);
  }
  sides_free (&s);
  return ok;
}

/* Doubts a claim until it is clear, or refused. */
static bool
settle (struct trial *t, const struct doubt *doubt)
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

/* ---- The clock ---------------------------------------------------------- */

/* What the last order took.  On the CPU, where the system tells, that is what
 * the worker's first thread computed: threads that spin when a launch is over
 * take its core from it, on a busy machine for milliseconds. */
double
audit_taken (const struct trial *t)
{
  return isfinite (t->cpu_s) ? fmin (t->cpu_s, t->outside_s) : t->outside_s;
}

/* So many samples in a row as those that are reported: of the variant, or of
 * launches that compute nothing for as long as claimed, so that the machine is
 * as busy with both. */
static bool
take (struct trial *t, struct sides *s, int side, uint64_t samples)
{
  struct order order = { .empty = side == CONTROL,
                         .seconds = t->measurement.stats.median,
                         .samples = samples };
  struct claim claim;

  if (!trial_sample (t, &order, &claim))
    return false;
  samples_add (&s->claimed[side], claim.seconds);
  samples_add (&s->outside[side], audit_taken (t));
  if (side == LAUNCHES)
    samples_add (&s->enqueue, claim.enqueue_s);
  return true;
}

/* In a run. */
static uint64_t
samples_of (const struct trial *t)
{
  double wanted = RUN_SECONDS / median (&t->measurement.outside);

  return wanted < 1              ? 1
         : wanted > MOST_SAMPLES ? MOST_SAMPLES
                                 : (uint64_t)wanted;
}

/* By how much a run may be longer here than a control's: by what was claimed
 * once more, which makes it twice.  To enqueue takes time that is no part of a
 * claim where a device does the work. */
static double
allowed (const struct trial *t, double samples, double claimed, double enqueue)
{
  const struct measurement *m = &t->measurement;
  /* A machine that got busier makes launches longer, and says so inside, too;
   * a cheat that tells the truth only here makes them longer by far more. */
  double now = fmin (fmax (m->stats.median, claimed), 4 * m->stats.median);
  double each = 2 * now - m->stats.median + 2 * enqueue / (double)m->batch;
  double aftermath = t->at_once ? AFTERMATH : 0;

  return (each * trial_launches (t) + aftermath) * samples + JITTER;
}

/* Tossed for each: in turns, every run would find the machine as one of the
 * other kind left it. */
static bool
pair_clock (struct trial *t, struct sides *s)
{
  uint64_t samples = samples_of (t);

  return take (t, s, unforeseen () % 2 == 0 ? LAUNCHES : CONTROL, samples)
         && take (t, s, unforeseen () % 2 == 0 ? LAUNCHES : CONTROL, samples);
}

static double
weigh_clock (struct trial *t, const struct sides *s)
{
  double samples = (double)samples_of (t);

  t->launch_outside_s
      = t->measurement.stats.median
        + (least (&s->outside[LAUNCHES]) - least (&s->outside[CONTROL]))
              / (trial_launches (t) * samples);
  return ranks_excess (&s->outside[LAUNCHES], &s->outside[CONTROL],
                       allowed (t, samples, median (&s->claimed[LAUNCHES]),
                                median (&s->enqueue)));
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

static const struct doubt clock_doubt
    = { pair_clock, weigh_clock, refuse_clock };

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
look (struct trial *t, bool *well)
{
  uint64_t samples = samples_of (t);
  struct sides s = { 0 };
  bool ok = true;
  double more, most;

  for (int i = 0; ok && i < LOOKS; i++)
    ok = take (t, &s, CONTROL, samples) && take (t, &s, LAUNCHES, samples);
  more = least (&s.outside[LAUNCHES]) - least (&s.outside[CONTROL]);
  t->launch_outside_s = t->measurement.stats.median
                        + more / (trial_launches (t) * (double)samples);
  most = allowed (t, (double)samples, median (&s.claimed[LAUNCHES]),
                  median (&s.enqueue));
  /* Controls that disagree say nothing. */
  *well
      = more <= most && ok
        && samples_stats (&s.outside[CONTROL]).max - least (&s.outside[CONTROL])
               <= most;
  sides_free (&s);
  return ok;
}

static bool
audit_clock (struct trial *t)
{
  const struct measurement *m = &t->measurement;
  bool well;

  if (m->stats.median <= NEAR_FLOOR && !take_floor (t))
    return false;
  if (m->stats.median > NEAR_FLOOR
      && median (&m->outside)
             <= m->stats.median * trial_launches (t)
                    + allowed (t, 1, m->stats.median, m->enqueue_s))
    return true;
  return look (t, &well) && (well || settle (t, &clock_doubt));
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
  return fmax (2 * t->measurement.stats.median + JITTER, least (again) / 2);
}

/* Shows what the last sample left, and adds what that took. */
static bool
take_show (struct trial *t, struct samples *took, bool again)
{
  struct order order = { .kind = ORDER_SHOW, .again = again };
  struct claim claim;

  if (!trial_order (t, &order, &claim, "a launch of the audit"))
    return false;
  samples_add (took, audit_taken (t));
  return true;
}

/* Each is shown again, not only one that took long to show: those alone would
 * be longer than what comes next by how they were chosen. */
static bool
pair_show (struct trial *t, struct sides *s)
{
  return take (t, s, LAUNCHES, 1) && take_show (t, &s->show[LAUNCHES], false)
         && take_show (t, &s->show[CONTROL], true);
}

static double
weigh_show (struct trial *t, const struct sides *s)
{
  const struct samples *again = &s->show[CONTROL];

  t->launch_outside_s = least (&s->show[LAUNCHES]) - least (again);
  return ranks_excess (&s->show[LAUNCHES], again, allowed_show (t, again));
}

static const struct doubt show_doubt = { pair_show, weigh_show, refuse_clock };

/* A round is done at once where it is short: the few samples that were shown
 * say little on a busy machine. */
static bool
audit_show (struct trial *t)
{
  const struct measurement *m = &t->measurement;
  bool doubted
      = m->show.n > 0
        && (median (&m->show) * 2 * PAIRS < ROUND_SECONDS
            || ranks_excess (&m->show, &m->again, allowed_show (t, &m->again))
                   > FINE);

  return !doubted || settle (t, &show_doubt);
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

/* One of a few is judged, at random. */
static bool
pair_hot (struct trial *t, struct sides *s)
{
  return take_hot (t, s, CONTROL) && take_hot (t, s, LAUNCHES)
         && (unforeseen () % 5 != 0 || judge_fresh (t));
}

static double
weigh_hot (struct trial *t, const struct sides *s)
{
  t->fresh_s = least (&s->claimed[LAUNCHES]);
  t->control_s = least (&s->claimed[CONTROL]);
  return ranks_excess (&s->claimed[LAUNCHES], &s->claimed[CONTROL],
                       allowed_hot (t));
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

static const struct doubt hot_doubt = { pair_hot, weigh_hot, refuse_hot };

/* Hot launches share their buffers by design: whether they do their work each
 * time shows where one finds nothing to rest on.  A round of slow launches
 * takes minutes: two pairs that agree will do. */
static bool
audit_hot (struct trial *t)
{
  struct sides s = { 0 };
  bool ok = true, well;

  for (int i = 0; ok && i < LOOKS; i++)
    ok = pair_hot (t, &s);
  ok = ok && judge_fresh (t);
  t->fresh_s = least (&s.claimed[LAUNCHES]);
  t->control_s = least (&s.claimed[CONTROL]);
  well = t->measurement.stats.median > SLOW_SECONDS
         && t->fresh_s - t->control_s <= allowed_hot (t);
  sides_free (&s);
  return ok && (well || settle (t, &hot_doubt));
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

  order.seconds = fmin (fmax (seconds, WATCH_SECONDS), 20e-3);
  return trial_freshen (t, &order)
         && trial_order (t, &order, &claim, "a launch of the audit");
}

bool
audit (struct trial *t)
{
  if (!audits (t))
    return true;
  return (!t->watchable || watch (t)) && audit_clock (t) && audit_show (t)
         && (!trial_is_hot (t) || !t->decoys || audit_hot (t));
}
