/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How claims are audited.
 *
 * After the samples, each check compares launches with a control that differs
 * in one thing.  An excess of the launches is retested (retest.c).
 *
 * Clock (audit_clock)
 *   launches  a run of samples, by the judge's clock; on the CPU by what the
 *             worker's first thread computed
 *   control   launches that compute nothing for as long as was claimed
 *   excess    the claim once more, enqueueing counted, and 0.2 ms; on the CPU
 *             0.1 ms a sample besides, or 4 ns for each line of the buffers
 *             that is flushed from the caches of other cores
 * Watching, CPU alone (audit_watched)
 *   launches  samples whose begin and end the timer marks in shared memory,
 *             which the judge reads over and over; those that it missed while
 *             it did not run count for nothing
 *   control   none: what is seen is a bound
 *   excess    20 us
 * Standing still, CPU alone (audit_idle)
 *   launches  samples, by the judge's clock, without what the worker and the
 *             judge computed or waited for a core
 *   control   what they claim
 *   excess    the claim twice, and 0.2 ms in half of them, and 2 ms in a tenth
 * Showing, CPU alone (audit_show)
 *   launches  showing the outputs of a launch
 *   control   showing them again
 *   excess    twice the median and 0.2 ms, or half of the control
 * Hot (audit_hot)
 *   launches  one on fresh inputs and poisoned outputs
 *   control   one whose changes and poison went to decoys; on the CPU, one
 *             whose output was written again as it is
 *   excess    30 % of the median or of the control, 1 us at least, where they
 *             take longer than was reported, too; on the CPU
 *             also what the host's part takes longer by the judge's clock:
 *             twice the median and 0.3 ms, or half of the control
 *   Before a control a random draw decides whether one more launch goes first:
 *   else the controls of a variant that counts its launches would all be even.
 * Apart (audit_apart)
 *   launches  one behind a pause as long as the host's work between samples
 *   control   the shortest third of samples like those that are reported
 *   excess    30 % of the control or the median, and 5 us; on the CPU 0.1 ms,
 *             but of one thread whose launches take less than 10 us
 * New inputs (audit_refilled)
 *   launches  one after a load of inputs that another seed filled
 *   control   one after a load of the present inputs, filled and varied again
 *   excess    as long again, 1 us at least
 *   Both follow a random number of plain samples: behind new inputs a variant
 *   can't foresee how many full launches would make the control full, too.
 * Held stream, CUDA alone (audit_held_launch)
 *   launches  one on a stream that is held; no output may change
 *   control   none
 *
 * A hot launch is also judged in the middle of a batch: 64 bytes of the output
 * are poisoned right before the last launch.  On the CPU, where a launch sees
 * by a clock how long ago the last one was, that is done before each launch of
 * any sample, and before that of a control, so that neither a pause nor what it
 * finds gives the audit away.
 *
 * The clock and new inputs are checked quickly first; the clock at first by
 * short runs, whose longest may exceed the shortest control by as much a
 * sample, but not by the 0.2 ms.  A new control should be like its launches in
 * all but one thing, and a random draw should decide which comes first: else
 * each finds the caches as the other left them.
 */
#include <config.h>

#include <math.h>

#include "base/clock.h"
#include "base/cpu-time.h"
#include "base/random.h"
#include "judge/trial.h"

/* ---- The audit of work ---- */

/* Shares by which a hot launch may be slower on fresh inputs, or behind a pause
 * than in a row, and any launch on new inputs, which the judge has filled right
 * before.  A kernel that mends its last result gains only where that takes a
 * fraction of the time. */
#define HOT_SHARE 0.3
#define LOADED_SHARE 1.0

/* Launches on new inputs before a retest, which loads and fills dozens. */
enum { LOADED_TRIES = 5 };

/* Plain samples before a load at most, fewer where launches are slow. */
enum { MOST_BETWEEN = 8, MOST_SLOW_BETWEEN = 2 };

/* Launches longer than this, in seconds, are slow: a disturbance is short
 * compared with them. */
#define SLOW_SECONDS 1e-3

/* Measures one launch with fresh inputs and outputs; as a control, one with
 * fresh decoys, after an empty one, with which the host has written to all that
 * the last launch left. */
static bool
take_hot (struct trial *t, struct sample_groups *s, int group)
{
  const double begin = clock_now ();
  struct order order = t->last;
  struct claim claim;

  if (group == LAUNCHES && !trial_freshen (t, &order))
    return false;
  order.kind = ORDER_SAMPLE;
  order.empty = group == CONTROL;
  order.poison_pieces = false;
  order.before = group == LAUNCHES ? BEFORE_FRESH : BEFORE_DECOYS;
  order.launches = order.samples = 1;
  if (group == CONTROL && !trial_order (t, &order, &claim, ""))
    return false;
  order.empty = false;
  if (!trial_order (t, &order, &claim, ""))
    return false;
  if (group == LAUNCHES)
    t->least_pause_s = fmin (t->least_pause_s, clock_now () - begin);
  samples_add (&s->claimed[group], claim.seconds);
  samples_add (&s->outside[group], trial_elapsed (t) - claim.seconds);
  return true;
}

/* Stores the figures of both groups so far.  Returns by how many seconds a
 * launch with fresh inputs may take longer: by this share of the longer of
 * median and control, since the machine may have become busier. */
static double
set_figures (struct trial *t, const struct sample_groups *s, double share)
{
  t->audit.fresh_s = samples_least (&s->claimed[LAUNCHES]);
  t->audit.control_s = s->claimed[CONTROL].n > 0
                           ? samples_least (&s->claimed[CONTROL])
                           : (double)NAN;
  return fmax (share * fmax (t->audit.control_s, t->measurement.stats.median),
               1e-6);
}

/* True when the first pairs need no retest. */
static bool
first_samples_agree (struct trial *t, const struct sample_groups *s,
                     double share)
{
  const double allowed = set_figures (t, s, share);

  return t->audit.fresh_s
         <= fmax (t->audit.control_s, t->measurement.stats.median) + allowed;
}

/* Returns by how many standard deviations it takes longer, by the judge's
 * clock, to take a sample of a fresh launch than one of the control, beside
 * what both claim.  Filling outputs takes about as long as writing them again.
 */
static double
outside_excess (const struct trial *t, const struct sample_groups *s)
{
  const struct samples *control = &s->outside[CONTROL];
  const double allowed
      = fmax (2 * t->measurement.stats.median + TRIAL_JITTER + TRIAL_AFTERMATH,
              samples_least (control) / 2);

  /* Where launches are enqueued, the work before them is the device's. */
  return t->at_once ? ranks_excess (&s->outside[LAUNCHES], control, allowed)
                    : -INFINITY;
}

/* Launches that take no longer than was reported need no control: that of a
 * sort in place is faster, since its branches go as they went before. */
static double
claimed_excess (struct trial *t, const struct sample_groups *s, double share)
{
  const struct samples *launches = &s->claimed[LAUNCHES];
  const double allowed = set_figures (t, s, share);

  return samples_median (launches) <= t->measurement.stats.median + allowed
             ? -INFINITY
             : ranks_excess (launches, &s->claimed[CONTROL], allowed);
}

static double
hot_excess (struct trial *t, const struct sample_groups *s, double share)
{
  const double claimed = claimed_excess (t, s, share);
  const double outside = outside_excess (t, s);

  if (outside > claimed)
    t->audit.outside_s = t->measurement.stats.median
                         + samples_least (&s->outside[LAUNCHES])
                         - samples_least (&s->outside[CONTROL]);
  return fmax (claimed, outside);
}

static bool
reject_claim (struct trial *t)
{
  return trial_end_wrong (
      t, WRONG_LESS_WORK,
      "timed launches did less than the verified ones: with fresh "
      "inputs and outputs one takes %.3g s, without %.3g s",
      t->audit.fresh_s, t->audit.control_s);
}

static bool
reject_hot (struct trial *t)
{
  return t->audit.outside_s > t->audit.fresh_s + TRIAL_JITTER
             ? audit_reject_clock (t)
             : reject_claim (t);
}

/* Returns how many pairs are measured first. */
static int
count_first_pairs (const struct trial *t)
{
  return t->measurement.stats.median > TRIAL_VERY_SLOW ? 1 : RETEST_FIRST_PAIRS;
}

/* ---- Hot launches ------------------------------------------------------- */

/* Measures a launch as a control is, and forgets it, in half of the calls. */
static bool
take_uncounted (struct trial *t)
{
  struct sample_groups forgotten = { 0 };
  const bool ok = entropy_draw () % 2 == 0 || take_hot (t, &forgotten, CONTROL);

  sample_groups_free (&forgotten);
  return ok;
}

/* Judges one of five, at random. */
static bool
pair_hot (struct trial *t, struct sample_groups *s)
{
  return take_uncounted (t) && take_hot (t, s, CONTROL)
         && take_hot (t, s, LAUNCHES)
         && (entropy_draw () % 5 != 0 || trial_judge_shown (t));
}

static const struct retest hot_retest
    = { pair_hot, hot_excess, reject_hot, HOT_SHARE };

/* Judges launches in the middle of a batch, where no pause gives the audit
 * away: a piece of the output is poisoned before the last one. */
static bool
judge_batches (struct trial *t)
{
  for (int i = 0; i < count_first_pairs (t); i++) {
    struct order order = { .poison_pieces = true };
    struct claim claim;

    if (!trial_sample (t, &order, &claim) || !trial_judge_shown (t))
      return false;
  }
  return true;
}

/* ---- Hot launches apart from each other ---------------------------------- */

/* Seconds by which a launch behind a pause may take longer: threads that wait
 * for work have gone to sleep.  One thread alone needs no more than the clock
 * does, and a device half as much (H200), since no launch before it hides how
 * it starts; launches on the CPU longer than QUICK_SECONDS may start others. */
#define WAKE_SECONDS 100e-6
#define START_SECONDS 5e-6
#define QUICK_SECONDS 10e-6

static double
allowed_wake (const struct trial *t)
{
  const bool wakes = t->at_once
                     && (t->measurement.stats.median >= QUICK_SECONDS
                         || !cpu_time_has_one_thread (t->worker));

  return wakes ? WAKE_SECONDS : START_SECONDS;
}

/* Behind a pause as long as the shortest in front of a launch on fresh inputs:
 * a variant that skips work after longer ones was wrong there. */
static bool
take_apart (struct trial *t, struct claim *claim)
{
  struct order order = { .pause_s = t->least_pause_s };

  return trial_sample (t, &order, claim);
}

static bool
pair_apart (struct trial *t, struct sample_groups *s)
{
  struct order plain = { 0 };
  struct claim claim;

  if (!take_apart (t, &claim))
    return false;
  samples_add (&s->claimed[LAUNCHES], claim.seconds);
  if (!trial_sample (t, &plain, &claim))
    return false;
  samples_add (&s->claimed[CONTROL], claim.seconds);
  return true;
}

/* A variant that skips work in half of its samples has a short median already,
 * and may do all of it in more of the control than that. */
static double
apart_excess (struct trial *t, const struct sample_groups *s, double share)
{
  const double allowed = set_figures (t, s, share) + allowed_wake (t);
  struct samples control = samples_shortest_third (&s->claimed[CONTROL]);
  const double excess = ranks_excess (&s->claimed[LAUNCHES], &control, allowed);

  samples_free (&control);
  return excess;
}

static bool
reject_apart (struct trial *t)
{
  return trial_end_wrong (t, WRONG_LESS_WORK,
                          "timed launches did less than the verified ones: "
                          "behind a pause one takes "
                          "%.3g s, right behind another %.3g s",
                          t->audit.fresh_s, t->audit.control_s);
}

static const struct retest apart_retest
    = { pair_apart, apart_excess, reject_apart, HOT_SHARE };

/* Checks that launches which follow each other at once do as much as one alone,
 * where the first of these makes that doubtful. */
static bool
audit_apart (struct trial *t)
{
  const double median = t->measurement.stats.median;
  struct claim claim;

  return take_apart (t, &claim)
         && (claim.seconds <= (1 + HOT_SHARE) * median + allowed_wake (t)
             || retest_claim (t, &apart_retest));
}

/* Checks that each hot launch does its work.  They reuse their buffers by
 * design; one that finds fresh buffers shows it.  A round of slow launches
 * would take minutes: a pair or two that agree are enough. */
static bool
audit_hot (struct trial *t)
{
  struct sample_groups s = { 0 };
  bool ok = true, well;

  t->least_pause_s = INFINITY;
  for (int i = 0; ok && i < count_first_pairs (t); i++)
    ok = pair_hot (t, &s);
  ok = ok && trial_judge_shown (t) && judge_batches (t) && audit_apart (t);
  well = first_samples_agree (t, &s, HOT_SHARE) && outside_excess (t, &s) < 0
         && t->measurement.stats.median > SLOW_SECONDS;
  sample_groups_free (&s);
  return ok && (well || retest_claim (t, &hot_retest));
}

/* ---- Launches on new inputs ---------------------------------------------- */

/* Measures a random number of samples like those that are reported. */
static bool
take_between (struct trial *t)
{
  const bool slow = t->measurement.stats.median > SLOW_SECONDS;
  uint64_t n = 1 + entropy_draw () % (slow ? MOST_SLOW_BETWEEN : MOST_BETWEEN);
  struct order order = { 0 };
  struct claim claim;

  while (n-- > 0)
    if (!trial_sample (t, &order, &claim))
      return false;
  return true;
}

/* As a control inputs are those of the last launch, of which the next one finds
 * as little changed as any sample.  The judge fills them for both, so that the
 * machine is as busy before each. */
bool
audit_take_loaded (struct trial *t, struct sample_groups *s, int group)
{
  struct order order = { 0 };
  struct claim claim;

  if (!take_between (t) || !trial_refill (t, group == LAUNCHES)
      || !trial_load (t, t->settings.data, true))
    return false;
  if (trial_is_hot (t))
    return take_hot (t, s, group);
  if (!trial_sample (t, &order, &claim))
    return false;
  samples_add (&s->claimed[group], claim.seconds);
  return true;
}

double
audit_loaded_excess (struct trial *t, const struct sample_groups *s)
{
  return claimed_excess (t, s, LOADED_SHARE);
}

static bool
pair_loaded (struct trial *t, struct sample_groups *s)
{
  return audit_take_loaded (t, s, LAUNCHES) && trial_judge_shown (t)
         && audit_take_loaded (t, s, CONTROL);
}

static const struct retest loaded_retest
    = { pair_loaded, claimed_excess, reject_claim, LOADED_SHARE };

/* Measures launches on new inputs, as many as show whether a retest is needed.
 * Cold ones are compared with those that were reported: a control could be slow
 * on purpose.  Hot ones are slower by themselves, since a load moves data from
 * the caches; their control is, too. */
static bool
loaded_agree (struct trial *t, struct sample_groups *s, bool *well)
{
  *well = false;
  for (int i = 0; !*well && i < LOADED_TRIES; i++) {
    if (!audit_take_loaded (t, s, LAUNCHES) || !trial_judge_shown (t))
      return false;
    *well = first_samples_agree (t, s, LOADED_SHARE);
    if (*well || !trial_is_hot (t))
      continue;
    if (!audit_take_loaded (t, s, CONTROL))
      return false;
    *well = first_samples_agree (t, s, LOADED_SHARE);
  }
  return true;
}

/* Checks that launches compute the whole result, not only what follows from the
 * few elements that changed: a kernel that keeps inputs and result could mend
 * these. */
static bool
audit_refilled (struct trial *t)
{
  struct sample_groups s = { 0 };
  bool ok, well;

  if (t->settings.data == GK_DATA_ZERO)
    return true;
  ok = loaded_agree (t, &s, &well);
  sample_groups_free (&s);
  return ok && (well || retest_claim (t, &loaded_retest));
}

/* ---- The audit of a case ---- */

/* The least time for which a stream is held: a thread takes that long to wake
 * up on a busy machine. */
#define WATCH_SECONDS 2e-3

/* Holds the stream for as long as the work would take: nothing may change an
 * output meanwhile. */
static bool
audit_held_launch (struct trial *t)
{
  double seconds = 2 * t->measurement.stats.median;
  struct order order = { .kind = ORDER_HELD_LAUNCH };
  struct claim claim;

  order.seconds = fmin (fmax (seconds, WATCH_SECONDS), 20e-3);
  return trial_freshen (t, &order)
         && trial_order (t, &order, &claim, "a launch of the audit");
}

/* Without memory for decoys hot launches have no control. */
static bool
audit_work (struct trial *t)
{
  const gk_host *host = &t->judge->services.host;

  if (trial_is_hot (t) && !t->first.decoys) {
    host->log (host, "gkhost: the device has no room for decoys: whether hot "
                     "launches do all of their work was not checked");
    return true;
  }
  return (!trial_is_hot (t) || audit_hot (t)) && audit_refilled (t);
}

static double
spent_in_parts (const struct trial *t)
{
  return t->spent.setup_s + t->spent.inputs_s + t->spent.warmup_s
         + t->spent.verify_s;
}

bool
audit_case (struct trial *t)
{
  const double start = clock_now () - spent_in_parts (t);
  bool ok;

  if (!trial_is_audited (t))
    return true;
  ok = audit_repeats (t) && (!t->first.can_hold || audit_held_launch (t))
       && audit_clock (t) && audit_watched (t) && audit_idle (t)
       && audit_show (t) && audit_work (t);
  t->spent.audit_s = clock_now () - start - spent_in_parts (t);
  return ok;
}
