/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "base/clock.h"
#include "base/random.h"
#include "judge/result.h"
#include "judge/samples.h"
#include "judge/trial.h"

/* Samples of a run at most, and of empty launches. */
enum { MOST_SAMPLES = 1000, FLOOR_SAMPLES = 9 };
/* Samples of a run of a first look at least. */
enum { LOOK_SAMPLES = 4 };

/* About the time of a run of samples, and of one of a first look; the judge
 * waits for its end alone. */
#define RUN_SECONDS 5e-3
#define LOOK_SECONDS 0.5e-3
/* How long a launch may compute before it enqueues anything, where its kernels
 * are timed alone and no held stream shows whether the host does their work. */
#define UNSEEN_SECONDS 100e-6
/* How long empty launches are taken at the most, while each takes so much
 * longer than the case's that these would be suspect. */
#define FLOOR_SECONDS 0.1
/* By how much longer the host may take to flush each byte that a launch has
 * left in the caches of several cores than one that is in none: 2 to 3.4 ns for
 * 64 bytes were seen on 16 cores.  Caches before the last hold no more than so
 * many bytes. */
#define FLUSH_SECONDS (4e-9 / 64)
#define CACHED_BYTES 32e6
/* By how much longer it may take to overwrite each byte of outputs that a hot
 * launch has left in no cache, as non-temporal stores do: 2 to 5.1 ns for 64
 * bytes were seen there, of 16 MiB. */
#define REFILL_SECONDS (6e-9 / 64)
/* Launches longer than this take far longer than an empty one. */
#define NEAR_FLOOR 50e-6

/* Returns the samples of a run of about so many seconds. */
static uint64_t
samples_of (const struct trial *t, double seconds)
{
  double wanted = seconds / samples_median (&t->measurement.outside);

  return wanted < 1              ? 1
         : wanted > MOST_SAMPLES ? MOST_SAMPLES
                                 : (uint64_t)wanted;
}

/* Returns the seconds that a launch takes now, by its claims.  On a machine
 * that became busier launches are longer, and so are plain samples; where
 * claims are true only in runs, the runs are longer by far more. */
static double
claimed_now (const struct trial *t, const struct sample_groups *s)
{
  double median = t->measurement.stats.median;
  double plain = fmax (median, samples_median (&s->plain));

  return fmin (fmax (median, samples_median (&s->claimed[LAUNCHES])),
               4 * plain);
}

/* Returns the seconds that are allowed for enqueueing a launch, which no claim
 * contains, unless the stream is not held: then most of it is in the claim. */
static double
allowed_enqueue (const struct trial *t, double enqueue)
{
  double each = 2 * enqueue / (double)t->measurement.batch;
  bool unseen = t->settings.mode.timer == TIMED_BY_KERNEL && !t->first.can_hold;

  return unseen ? fmin (each, UNSEEN_SECONDS) : each;
}

/* Returns the bytes of the problem's buffers, as far as caches hold them. */
static double
cached_bytes (const struct trial *t, bool outputs_alone)
{
  const gk_setup *setup = &t->judge->setup;
  double bytes = 0;

  for (uint32_t i = 0; i < setup->n_buffers; i++)
    if (!outputs_alone || setup->buffers[i].role == GK_OUTPUT)
      bytes += (double)setup->buffers[i].bytes;
  return fmin (bytes, CACHED_BYTES);
}

/* Returns the seconds by which a CPU launch may slow down what the host does
 * before the next. */
static double
allowed_aftermath (const struct trial *t)
{
  const bool hot = trial_is_hot (t);

  if (!t->at_once)
    return 0;
  return fmax (TRIAL_AFTERMATH,
               cached_bytes (t, hot) * (hot ? REFILL_SECONDS : FLUSH_SECONDS));
}

/* Returns by how many seconds a run may be longer than the control's, by the
 * judge's clock: the claimed time again, plus the time to enqueue, for each
 * launch; what follows it for each sample; jitter once. */
static double
allowed_excess (const struct trial *t, uint64_t samples, double now,
                double enqueue)
{
  const struct measurement *m = &t->measurement;
  double each = 2 * now - m->stats.median + allowed_enqueue (t, enqueue);

  return (each * trial_launches (t) + allowed_aftermath (t)) * (double)samples
         + TRIAL_JITTER;
}

/* A random draw decides for each run: if they alternated, every run would find
 * the machine as one of the other kind left it. */
static bool
pair_clock (struct trial *t, struct sample_groups *s)
{
  uint64_t samples = samples_of (t, RUN_SECONDS);
  struct order plain = { 0 };
  struct claim claim;

  if (!trial_sample (t, &plain, &claim))
    return false;
  samples_add (&s->plain, claim.seconds);
  return sample_groups_add (t, s, entropy_draw () % 2 == 0 ? LAUNCHES : CONTROL,
                            samples)
         && sample_groups_add (
             t, s, entropy_draw () % 2 == 0 ? LAUNCHES : CONTROL, samples);
}

/* Stores the seconds of a launch by the judge's clock.  Returns by how many
 * more runs of launches were longer than those of the control. */
static double
set_outside (struct trial *t, const struct sample_groups *s, uint64_t samples)
{
  double more = samples_least (&s->outside[LAUNCHES])
                - samples_least (&s->outside[CONTROL]);

  t->audit.outside_s = t->measurement.stats.median
                       + more / (trial_launches (t) * (double)samples);
  return more;
}

static double
clock_excess (struct trial *t, const struct sample_groups *s, double share)
{
  const uint64_t samples = samples_of (t, RUN_SECONDS);

  (void)share;
  set_outside (t, s, samples);
  return ranks_excess (&s->outside[LAUNCHES], &s->outside[CONTROL],
                       allowed_excess (t, samples, claimed_now (t, s),
                                       samples_median (&s->enqueue)));
}

bool
audit_reject_clock (struct trial *t)
{
  return trial_end_wrong (
      t, WRONG_CLOCK,
      "timed launches took longer than was claimed: %.3g s each by a "
      "clock outside of the worker, %.3g s by the one inside",
      t->audit.outside_s, t->measurement.stats.median);
}

static const struct retest clock_retest
    = { pair_clock, clock_excess, audit_reject_clock, 0 };

static bool
take_empty (struct trial *t)
{
  struct order order = { .empty = true };
  struct claim claim;

  if (!trial_sample (t, &order, &claim))
    return false;
  t->floor_s = fmin (t->floor_s, claim.seconds);
  return true;
}

/* Measures an empty launch, with which short ones are compared.  A machine that
 * has become busier makes it longer than those: then more are taken, so that
 * one finds the machine as they did. */
static bool
take_floor (struct trial *t)
{
  const double end = clock_now () + FLOOR_SECONDS;

  for (int i = 0; i < FLOOR_SAMPLES; i++)
    if (!take_empty (t))
      return false;
  while (t->measurement.stats.median < t->floor_s * RESULT_OF_FLOOR_LEAST
         && clock_now () < end)
    if (!take_empty (t))
      return false;
  return true;
}

/* Measures a few runs.  Stores by how many seconds they were longer than the
 * control, and may be. */
static bool
take_runs (struct trial *t, struct sample_groups *s, uint64_t samples,
           double *more, double *most)
{
  bool ok = true;

  for (int i = 0; ok && i < RETEST_FIRST_PAIRS; i++)
    ok = sample_groups_add (t, s, CONTROL, samples)
         && sample_groups_add (t, s, LAUNCHES, samples);
  *more = set_outside (t, s, samples);
  *most = allowed_excess (t, samples, claimed_now (t, s),
                          samples_median (&s->enqueue));
  return ok;
}

static double
range_of (const struct samples *s)
{
  return samples_stats (s).max - samples_least (s);
}

/* Compares short runs.  They find less than long ones where something disturbs
 * them, and so must be clearer: the longest is compared with the shortest
 * control, and without an allowance for jitter. */
static bool
look_quickly (struct trial *t, bool *well)
{
  uint64_t samples = samples_of (t, LOOK_SECONDS);
  struct sample_groups s = { 0 };
  double more, most;
  bool ok;

  *well = false;
  samples = samples < LOOK_SAMPLES ? LOOK_SAMPLES : samples;
  if (2 * samples > samples_of (t, RUN_SECONDS))
    return true;
  ok = take_runs (t, &s, samples, &more, &most);
  *well = ok && more + range_of (&s.outside[LAUNCHES]) <= most - TRIAL_JITTER;
  sample_groups_free (&s);
  return ok;
}

/* Compares a few runs; *well: no retest is needed. */
static bool
compare_quickly (struct trial *t, bool *well)
{
  struct sample_groups s = { 0 };
  double more, most;
  const bool ok = take_runs (t, &s, samples_of (t, RUN_SECONDS), &more, &most);

  /* Controls that differ by more than that decide nothing. */
  *well = ok && more <= most && range_of (&s.outside[CONTROL]) <= most;
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
  return look_quickly (t, &well) && (well || compare_quickly (t, &well))
         && (well || retest_claim (t, &clock_retest));
}

/* ---- Watching samples ------------------------------------------------------
 */

/* Samples that are watched, fewer where they take long together, none where one
 * does; and how many of them refuse a claim. */
enum { WATCHED = 15, ENOUGH_SEEN = 3 };
#define WATCHED_SECONDS 50e-3
/* How long so many are waited for that were looked at all the time, or half of
 * the time that is left, where samples took far longer than was claimed: on a
 * busy machine noise hides a false claim from audit_clock, and the judge runs
 * too seldom to see each. */
enum { FAR_LONGER = 4 };
#define WATCHING_SECONDS 2.
/* Seconds that a sample may be seen to take beyond its claim.  An interruption
 * in the 100 ns between a mark and the clock beside it is longer, but then hits
 * one sample of thousands. */
#define WATCHED_EXCESS 20e-6

/* *seen counts samples of which an excess would have been seen. */
static bool
take_watched (struct trial *t, struct samples *excess, int *seen)
{
  struct order order = { 0 };
  struct claim claim;
  double more;

  if (!trial_sample (t, &order, &claim))
    return false;
  more = t->timer->span_s - claim.seconds * (double)order.launches;
  if (more > WATCHED_EXCESS)
    samples_add (excess, more);
  *seen += more > WATCHED_EXCESS || t->timer->blind_s < WATCHED_EXCESS;
  return !t->timer->meddled
         || trial_end_wrong (t, WRONG_CLOCK,
                             "changed the mark by which the judge sees when a "
                             "sample begins and ends");
}

/* How long samples are waited for that show what they take. */
static double
time_to_watch (const struct trial *t, double took)
{
  const double left = t->begin + t->settings.sampling.timeout - clock_now ();
  const double claimed = t->measurement.stats.median * trial_launches (t);

  return took < FAR_LONGER * claimed ? ENOUGH_SEEN * WATCHED_SECONDS
                                     : fmin (WATCHING_SECONDS, left / 2);
}

/* Takes samples like those that are reported.  What is seen of one is a bound,
 * however busy the machine is: there is no control. */
bool
audit_watched (struct trial *t)
{
  const double begin = clock_now ();
  const double took = samples_median (&t->measurement.outside);
  const double waiting = time_to_watch (t, took);
  struct samples excess = { 0 };
  bool ok = true;
  int seen = 0;

  if (!t->at_once || took > WATCHED_SECONDS)
    return true;
  t->timer->watches = true;
  /* No more where those that are left could not refuse the claim. */
  while (ok && seen < WATCHED && excess.n + WATCHED - seen >= ENOUGH_SEEN
         && clock_now () - begin
                < (seen < ENOUGH_SEEN ? waiting : WATCHED_SECONDS))
    ok = take_watched (t, &excess, &seen);
  t->timer->watches = false;
  if (ok && excess.n >= ENOUGH_SEEN) {
    t->audit.outside_s
        = t->measurement.stats.median
          + samples_median (&excess) / (double)t->measurement.batch;
    ok = audit_reject_clock (t);
  }
  samples_free (&excess);
  return ok;
}

/* ---- Standing still --------------------------------------------------------
 */

/* Samples of which it is read how long both processes stood still, and for how
 * long these are taken at most. */
enum { IDLE_SAMPLES = 15 };
#define IDLE_SECONDS 0.1
/* In what share of them it may be longer, and by how much beyond twice the
 * claim: a virtual processor that wakes up twice in a sample took 0.5 ms in
 * most samples of a busy machine. */
#define IDLE_SHARE 0.1
#define IDLE_EXCESS 2e-3

/* None is taken where the first shows that the system does not report it. */
static bool
take_idle (struct trial *t)
{
  const struct samples *idle = &t->measurement.idle;
  const double end = clock_now () + IDLE_SECONDS;
  struct order order = { 0 };
  struct claim claim;
  bool ok = true;

  t->reads_idle = true;
  while (ok && idle->n < IDLE_SAMPLES && clock_now () < end) {
    ok = trial_sample (t, &order, &claim);
    if (idle->n == 0)
      break;
  }
  t->reads_idle = false;
  return ok;
}

static bool
check_idle (struct trial *t)
{
  const struct samples *idle = &t->measurement.idle;
  const double claimed = t->measurement.stats.median * trial_launches (t);
  struct samples stood = { 0 };
  bool ok = true;

  for (size_t i = 0; i < idle->n; i++)
    if (idle->seconds[i] > 2 * claimed + IDLE_EXCESS)
      samples_add (&stood, idle->seconds[i]);
  if (stood.n >= ENOUGH_SEEN && (double)stood.n > IDLE_SHARE * (double)idle->n)
    ok = trial_end_wrong (t, WRONG_LATE,
                          "its process stood still for %.3g s of a sample, "
                          "outside of launches of %.3g s: the work is done "
                          "elsewhere meanwhile",
                          samples_median (&stood), claimed);
  samples_free (&stood);
  return ok;
}

/* In each sample the worker prepares the launches, and shows what they left, by
 * computing.  One that is stopped meanwhile, or waits for another thread or
 * process, takes no time of a core, and so seems no slower to audit_clock; its
 * work may be done there. */
bool
audit_idle (struct trial *t)
{
  return (!t->at_once || take_idle (t)) && check_idle (t);
}

/* ---- Showing outputs -------------------------------------------------------
 */

/* Returns by how many seconds it may take longer to show outputs than to show
 * them again.  A copy from another core's cache may take half as long again. */
static double
allowed_show (const struct trial *t, const struct samples *again)
{
  return fmax (2 * t->measurement.stats.median + TRIAL_JITTER,
               samples_least (again) / 2);
}

/* Shows the outputs of the last sample, and adds how long that took. */
static bool
take_show (struct trial *t, struct samples *took, bool again)
{
  if (!trial_time_showing (t, again, "a launch of the audit"))
    return false;
  samples_add (took, trial_elapsed (t));
  return true;
}

/* Outputs of each launch are shown again, not only those that took long: these
 * alone would be longer than what follows by the way they were selected. */
static bool
pair_show (struct trial *t, struct sample_groups *s)
{
  return sample_groups_add (t, s, LAUNCHES, 1)
         && take_show (t, &s->show[LAUNCHES], false)
         && take_show (t, &s->show[CONTROL], true);
}

static double
show_excess (struct trial *t, const struct sample_groups *s, double share)
{
  const struct samples *again = &s->show[CONTROL];

  (void)share;
  t->audit.outside_s
      = samples_least (&s->show[LAUNCHES]) - samples_least (again);
  return ranks_excess (&s->show[LAUNCHES], again, allowed_show (t, again));
}

static const struct retest show_retest
    = { pair_show, show_excess, audit_reject_clock, 0 };

/* A short round is retested at once: the few samples that were shown prove
 * little on a busy machine. */
bool
audit_show (struct trial *t)
{
  const struct measurement *m = &t->measurement;
  bool suspicious
      = m->show.n > 0
        && (samples_median (&m->show) * 2 * RETEST_PAIRS < RETEST_SECONDS
            || ranks_excess (&m->show, &m->reshow, allowed_show (t, &m->reshow))
                   > RETEST_FINE);

  return !suspicious || retest_claim (t, &show_retest);
}
