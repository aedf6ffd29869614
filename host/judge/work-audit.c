/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdio.h>

#include "base/entropy.h"
#include "judge/audit.h"
#include "judge/retest.h"
#include "judge/ranks.h"
#include "judge/trial.h"

/* How much longer a hot launch may take on fresh inputs; and any launch on
 * inputs that are new altogether, before which the judge was at work: a mended
 * result is worth its while only where it takes a fraction. */
#define HOT_SHARE 0.3
#define LOADED_SHARE 1.0

/* Operations for each byte from which on to compare inputs takes far less than
 * to compute. */
#define INTENSE 8

/* Launches longer than this are slow, in seconds: a disturbance is short beside
 * them. */
#define SLOW_SECONDS 1e-3

/* One launch that finds fresh inputs and outputs, or one whose decoys were
 * freshened. */
static bool
take_hot (struct trial *t, struct sample_groups *s, int side)
{
  struct order order = t->last;
  struct claim claim;

  if (side == LAUNCHES && !trial_freshen (t, &order))
    return false;
  order.kind = ORDER_SAMPLE;
  order.empty = order.poison_pieces = false;
  order.before = side == LAUNCHES ? BEFORE_FRESH : BEFORE_DECOYS;
  order.launches = 1;
  if (!trial_order (t, &order, &claim, ""))
    return false;
  samples_add (&s->claimed[side], claim.seconds);
  return true;
}

/* The figures of both sides so far. */
static void
set_figures (struct trial *t, const struct sample_groups *s)
{
  t->fresh_s = samples_least (&s->claimed[LAUNCHES]);
  t->control_s = samples_least (&s->claimed[CONTROL]);
}

/* By how much a launch that finds all fresh may take longer: by this share of
 * what one takes, on a machine that may have become busier. */
static double
allowed_slowdown (const struct trial *t, double share)
{
  return fmax (share * fmax (t->control_s, t->measurement.stats.median), 1e-6);
}

/* Whether a few of both give no reason to look closely. */
static bool
first_samples_agree (struct trial *t, const struct sample_groups *s,
                     double share)
{
  set_figures (t, s);
  return t->fresh_s <= fmax (t->control_s, t->measurement.stats.median)
                           + allowed_slowdown (t, share);
}

static double
claimed_excess (struct trial *t, const struct sample_groups *s, double share)
{
  set_figures (t, s);
  return ranks_excess (&s->claimed[LAUNCHES], &s->claimed[CONTROL],
                       allowed_slowdown (t, share));
}

static bool
reject_claim (struct trial *t)
{
  char reason[300];

  snprintf (reason, sizeof reason,
            "timed launches did less than the verified ones: with fresh "
            "inputs and outputs one takes %.3g s, without %.3g s",
            t->fresh_s, t->control_s);
  return trial_end (t, GK_WRONG, reason);
}

/* How many, before there is a doubt. */
static int
count_first_pairs (const struct trial *t)
{
  return t->measurement.stats.median > TRIAL_VERY_SLOW ? 1 : RETEST_FIRST_PAIRS;
}

/* ---- Hot launches ------------------------------------------------------- */

/* One of a few is judged, at random. */
static bool
pair_hot (struct trial *t, struct sample_groups *s)
{
  return take_hot (t, s, CONTROL) && take_hot (t, s, LAUNCHES)
         && (entropy_draw () % 5 != 0 || trial_judge_shown (t));
}

static double
hot_excess (struct trial *t, const struct sample_groups *s)
{
  return claimed_excess (t, s, HOT_SHARE);
}

static const struct retest hot_retest = { pair_hot, hot_excess, reject_claim };

/* Back to back, where no pause tells a launch that somebody looks: a piece of
 * the output is spoilt before the last one of a batch. */
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

/* Hot launches share their buffers by design: whether they do their work each
 * time shows where one finds nothing to rest on.  A round of slow launches
 * takes minutes: a pair or two that agree will do. */
bool
audit_hot (struct trial *t)
{
  struct sample_groups s = { 0 };
  bool ok = true, well;

  for (int i = 0; ok && i < count_first_pairs (t); i++)
    ok = pair_hot (t, &s);
  ok = ok && trial_judge_shown (t) && judge_batches (t);
  well = first_samples_agree (t, &s, HOT_SHARE)
         && t->measurement.stats.median > SLOW_SECONDS;
  sample_groups_free (&s);
  return ok && (well || retest_claim (t, &hot_retest));
}

/* ---- Launches on inputs that are new altogether -------------------------- */

/* One launch behind a load of inputs: of new ones, or of the same again.  The
 * judge fills them for both, so that the machine is as busy before each. */
static bool
take_loaded (struct trial *t, struct sample_groups *s, int side)
{
  struct order order = { 0 };
  struct claim claim;

  if (!trial_refill (t, side == LAUNCHES)
      || !trial_load (t, t->settings.data, true))
    return false;
  if (trial_is_hot (t))
    return take_hot (t, s, side);
  if (!trial_sample (t, &order, &claim))
    return false;
  samples_add (&s->claimed[side], claim.seconds);
  return true;
}

static bool
pair_loaded (struct trial *t, struct sample_groups *s)
{
  return take_loaded (t, s, LAUNCHES) && trial_judge_shown (t)
         && take_loaded (t, s, CONTROL);
}

static double
loaded_excess (struct trial *t, const struct sample_groups *s)
{
  return claimed_excess (t, s, LOADED_SHARE);
}

static const struct retest loaded_retest
    = { pair_loaded, loaded_excess, reject_claim };

/* Who keeps inputs and result can mend what a few changed elements change: far
 * less work than a product of matrices, unless they are tiny. */
static bool
can_be_mended (const struct trial *t)
{
  const gk_work *work = &t->judge->setup.work;
  double bytes = (double)work->bytes_read + (double)work->bytes_written;

  return work->ops > INTENSE * bytes && t->settings.data != GK_DATA_ZERO;
}

bool
audit_refilled (struct trial *t)
{
  struct sample_groups s = { 0 };
  bool ok = true, well = false;

  if (!can_be_mended (t))
    return true;
  for (int i = 0; ok && !well && i < RETEST_FIRST_PAIRS; i++) {
    ok = pair_loaded (t, &s);
    well = first_samples_agree (t, &s, LOADED_SHARE);
  }
  sample_groups_free (&s);
  return ok && (well || retest_claim (t, &loaded_retest));
}
