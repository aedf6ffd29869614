/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdio.h>

#include "judge/choice.h"
#include "judge/measure.h"
#include "judge/samples.h"
#include "judge/trial.h"

/* A hot batch lasts at least this long, so that the clock's grain and the
 * events' own cost do not show. */
#define BATCH_SECONDS 100e-6
/* And takes no longer than this to enqueue. */
#define BATCH_ENQUEUE 10e-3
/* A disturbed sample would make batches short: the least of so many counts. */
enum { BATCH_LOOKS = 3 };

/* Samples that are judged since they look untouched. */
enum { MOST_FORCED = 4 };

/* Samples on their way. */
struct sampling_run {
  struct trial *trial;
  struct measurement *m;
  struct samples enqueue;
  struct choice choice;
  double estimate; /* of one launch */
  size_t look;     /* at how many samples it is worth to look again */
  bool judged;     /* the last one */
  bool untouched;  /* it looks as if there had been no launch */
  int forced;      /* that were judged for that */
};

/* Of launches that take so long, and so long to enqueue. */
static size_t
batch_size (const struct trial *t, double estimate, double enqueue)
{
  double most = fmin (t->most, BATCH_ENQUEUE / enqueue);
  double wanted = estimate > 0 ? BATCH_SECONDS / estimate : most;

  if (!trial_is_hot (t) || most < 1)
    return 1;
  return wanted < 1 ? 1 : wanted > most ? (size_t)most : (size_t)wanted;
}

/* A wrong result may come of an input that was spoilt: that says more.  Returns
 * false, as the case has ended. */
static bool
explain (struct trial *t, const char *when)
{
  struct order order = { .kind = ORDER_LOOK, .thorough = true };
  const int status = t->status;
  struct claim claim;

  if (status != GK_WRONG)
    return false;
  trial_order (t, &order, &claim, when);
  /* Nothing else that this meets makes a wrong result right. */
  if (t->status != GK_WRONG && !t->lost)
    trial_end (t, status, t->verification.reason);
  return false;
}

/* Has the last sample shown, and judges it unless that was done. */
static bool
judge_last (struct sampling_run *run, bool thorough)
{
  struct trial *t = run->trial;
  char when[64];

  snprintf (when, sizeof when, "timed launch %zu", run->m->launch.n);
  if (!trial_show (t, when, thorough))
    return false;
  if (run->judged)
    return true;
  run->judged = true;
  t->verification.launches++;
  if (!trial_judge (t, t->settings.data, t->last.poison, when))
    return !thorough && explain (t, when);
  if (!trial_show_again (t))
    return false;
  if (t->again_s > 0) {
    samples_add (&run->m->show, t->show_s);
    samples_add (&run->m->again, t->again_s);
  }
  return true;
}

static bool
take (struct sampling_run *run, double *seconds)
{
  struct trial *t = run->trial;
  struct measurement *m = run->m;
  struct order order = { 0 };
  struct claim claim;

  if (!trial_sample (t, &order, &claim))
    return false;
  *seconds = claim.seconds;
  m->sampling_s += t->outside_s;
  samples_add (&run->enqueue, claim.enqueue_s);
  run->judged = false;
  run->untouched = claim.untouched;
  return true;
}

/* One that looks untouched is judged whether it was chosen or not; a look into
 * padding shows the same, so not for ever. */
static bool
wants_verdict (struct sampling_run *run)
{
  bool chosen = choice_takes (&run->choice, run->m->launch.n - 1);

  if (chosen || !run->untouched || run->forced == MOST_FORCED)
    return chosen;
  run->forced++;
  return true;
}

static bool
take_and_judge (struct sampling_run *run)
{
  struct measurement *m = run->m;
  double seconds;

  if (!take (run, &seconds))
    return false;
  m->kernel_s += seconds * trial_launches (run->trial);
  samples_add (&m->launch, seconds);
  samples_add (&run->m->outside, run->trial->outside_s);
  return !trial_judges (run->trial) || !wants_verdict (run)
         || judge_last (run, false);
}

/* Whether enough is known. */
static bool
enough (struct sampling_run *run)
{
  const struct sampling *sampling = &run->trial->settings.sampling;
  struct measurement *m = run->m;
  size_t n = run->m->launch.n;
  bool over = n >= (size_t)sampling->max_samples
              || m->sampling_s >= sampling->max_time;
  bool begun = n >= (size_t)sampling->min_samples
               && m->sampling_s >= sampling->min_time;

  /* Looking costs a sort; a tenth more samples is worth a look. */
  if (!over && (!begun || n < run->look))
    return false;
  run->look = n + n / 10 + 1;
  m->stats = samples_stats (&m->launch);
  m->settled
      = n >= (size_t)sampling->min_samples && m->stats.error <= sampling->noise;
  return m->settled || over;
}

/* How many samples there will be at least: as many as asked for, or as there is
 * time for.  What comes with a launch may take twice as long as itself. */
static size_t
fewest (const struct sampling_run *run)
{
  const struct sampling *sampling = &run->trial->settings.sampling;
  double least
      = fmin ((double)sampling->min_samples, (double)sampling->max_samples);

  if (run->estimate > 0)
    least = fmin (least, sampling->max_time / (3 * run->estimate));
  return least > 1 ? (size_t)least : 1;
}

static bool
sample (struct sampling_run *run)
{
  size_t picks = trial_is_cheap (run->trial) ? CHOSEN_MOST : CHOSEN_LEAST;

  choice_begin (&run->choice, fewest (run), picks);
  do
    if (!take_and_judge (run))
      return false;
  while (!enough (run));
  run->m->enqueue_s = samples_stats (&run->enqueue).median;
  return !trial_judges (run->trial) || judge_last (run, true);
}

/* The first estimate is of one launch by itself; back to back they are faster.
 */
static bool
choose_batch (struct sampling_run *run)
{
  const struct trial *t = run->trial;
  struct measurement *m = run->m;
  double least = INFINITY, estimate;

  for (int i = 0; i < BATCH_LOOKS; i++) {
    if (!take (run, &estimate))
      return false;
    least = fmin (least, run->enqueue.seconds[i] / (double)m->batch);
    m->batch = batch_size (t, estimate, least);
    if (m->batch == batch_size (t, estimate, 0))
      break;
  }
  return true;
}

bool
measure (struct trial *t, double estimate)
{
  struct measurement *m = &t->measurement;
  struct sampling_run run = { .trial = t, .m = m, .estimate = estimate };
  bool ok;

  *m = (struct measurement){ .batch = batch_size (t, estimate, estimate) };
  /* A batch of very slow ones is one, however much faster they are back to
   * back. */
  ok = (!trial_is_hot (t) || estimate > TRIAL_VERY_SLOW || choose_batch (&run))
       && sample (&run);
  samples_free (&run.enqueue);
  t->measured = ok;
  return ok;
}

void
measurement_free (struct measurement *m)
{
  samples_free (&m->launch);
  samples_free (&m->outside);
  samples_free (&m->show);
  samples_free (&m->again);
}
