/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How a case is measured.
 *
 * The judge orders samples, and bench/sample.c takes each.  A sample of cold
 * launches is one launch; a sample of hot launches is a batch, whose size is
 * chosen here so that it lasts settings.sampling.batch_time, has at most the
 * launches that the device can enqueue without a wait, and is enqueued within
 * 10 ms.
 *
 * Sampling ends when the error of the median (samples.c) is within
 * `noise`, within the least and most of samples and time; and early where the
 * error would need far more than the most time.
 *
 * Some samples are judged: three of the least number that there will be, one of
 * each four times as many after them, and the last; and of the others as many
 * as fit in a share of the case's time.  The choice is unknown to the worker
 * until the sample is over; then it shows the outputs (bench/show.c) and
 * checks guard zones, in the last sample also the inputs, and the family judges
 * the outputs (verdict.c).  A kind of data that the timed launches do not have
 * is judged in one launch before them (run-case.c).
 *
 * Among each ten samples that count, one more is taken of a generation with
 * planted numbers (GK_PLANT), unless judging these has taken over a tenth of
 * the time of all samples.  Each is judged, and its time does not count.  Where
 * the times of the first differ from the median, more are taken in the end, to
 * tell a kernel that falls back to another from a disturbance.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/random.h"
#include "judge/trial.h"

static bool
is_picked (const struct sample_choice *choice, size_t n)
{
  for (size_t i = 0; i < choice->n_picks; i++)
    if (choice->pick[i] == n)
      return true;
  return false;
}

/* Picks so many of the samples between begin and end. */
static void
pick_samples (struct sample_choice *choice, size_t wanted)
{
  size_t among = choice->end - choice->begin;

  choice->n_picks = 0;
  while (choice->n_picks < wanted && choice->n_picks < among) {
    size_t n = choice->begin + (size_t)(entropy_draw () % among);

    if (!is_picked (choice, n))
      choice->pick[choice->n_picks++] = n;
  }
}

void
sample_choice_begin (struct sample_choice *choice, size_t least, size_t picks)
{
  *choice = (struct sample_choice){ .end = least > 0 ? least : 1 };
  pick_samples (choice, picks < CHOSEN_MOST ? picks : CHOSEN_MOST);
}

bool
sample_choice_includes (struct sample_choice *choice, size_t n)
{
  if (n >= choice->end) {
    choice->begin = choice->end;
    choice->end *= 4;
    pick_samples (choice, 1);
  }
  return is_picked (choice, n);
}

/* The most seconds that it takes to enqueue a batch, unless batch_time is
 * longer. */
#define BATCH_ENQUEUE 10e-3
/* A disturbed sample would make batches short: the least of so many is used. */
enum { BATCH_TRIES = 3 };

/* Sampling ends early where this share of max_time shows that the case would
 * need so many times max_time. */
#define HOPELESS_TIMES 10
#define HOPELESS_SHARE 0.2

/* Samples that are judged because their outputs look untouched. */
enum { MOST_FORCED = 4 };

/* The share of the case's time so far in which samples are judged that were not
 * chosen; one is for certain where there is time for so many verdicts. */
#define EXTRA_SHARE 0.2
#define EXTRA_AHEAD 4

/* estimate: seconds that a launch takes; enqueue: that it takes to enqueue. */
static size_t
batch_size (const struct trial *t, double estimate, double enqueue)
{
  double least = t->settings.sampling.batch_time;
  double most = fmin (t->first.most, fmax (BATCH_ENQUEUE, least) / enqueue);
  double wanted = estimate > 0 ? least / estimate : most;

  if (!trial_is_hot (t) || most < 1)
    return 1;
  return wanted < 1 ? 1 : wanted > most ? (size_t)most : (size_t)wanted;
}

/* A damaged input is a better reason than the wrong result that follows from
 * it. Returns false, as the case has ended. */
static bool
check_inputs_intact (struct trial *t, const char *when)
{
  struct order order = { .kind = ORDER_CHECK, .thorough = true };
  struct claim claim;

  if (t->status != GK_WRONG)
    return false;
  trial_order (t, &order, &claim, when);
  /* Any other outcome leaves the result wrong. */
  if (t->status != GK_WRONG && !t->lost)
    trial_end_wrong (t, t->verification.wrong_class, "%s",
                     t->verification.reason);
  return false;
}

/* Shows the last sample, and judges it unless that was done. */
static bool
judge_last (struct trial *t, bool thorough)
{
  struct measurement *m = &t->measurement;
  const double start = clock_now ();
  double took;
  char when[64];

  snprintf (when, sizeof when, "timed launch %zu", m->launch.n);
  if (!trial_show (t, when, thorough))
    return false;
  if (m->judged)
    return true;
  m->judged = true;
  t->verification.launches++;
  if (!trial_judge (t, t->settings.data, t->last.poison, when))
    return !thorough && check_inputs_intact (t, when);
  if (!trial_reshow (t))
    return false;
  if (t->reshow_s > 0) {
    samples_add (&m->show, t->show_s);
    samples_add (&m->reshow, t->reshow_s);
  }
  took = clock_now () - start;
  m->verdict_s = m->verdict_s > 0 ? fmin (m->verdict_s, took) : took;
  return true;
}

/* counts: it is one of the samples that are reported. */
static bool
take_sample (struct trial *t, struct claim *claim, bool counts)
{
  struct measurement *m = &t->measurement;
  const double begin = clock_now ();
  struct order order = { 0 };

  if (!trial_sample (t, &order, claim))
    return false;
  /* Usage of the machine's own cores is read around the whole case. */
  if (!t->at_once)
    spans_add (
        &t->spans,
        (struct span){ begin, clock_now (), m->launch.n, m->launch.n + counts },
        trial_launches (t), claim->seconds * trial_launches (t));
  m->sampling_s += t->outside_s;
  samples_add (&m->enqueue, claim->enqueue_s);
  m->judged = false;
  m->untouched = claim->untouched;
  return true;
}

/* A sample that looks untouched is judged even if it was not chosen.  Padding
 * looks untouched, too: only a few are. */
static bool
is_forced (struct measurement *m)
{
  if (!m->untouched || m->forced == MOST_FORCED)
    return false;
  m->forced++;
  return true;
}

/* Returns a number of [0, 1). */
static double
draw_share (void)
{
  return (double)(entropy_draw () >> 11) * 0x1p-53;
}

/* Any other sample is judged with a probability that keeps to a share of the
 * case's time, so that the worker can't foretell it. */
static bool
is_extra (const struct trial *t)
{
  const struct measurement *m = &t->measurement;
  const double left = EXTRA_SHARE * (clock_now () - t->begin) - m->extra_s;

  return trial_is_audited (t) && m->verdict_s > 0
         && left > m->verdict_s * EXTRA_AHEAD * draw_share ();
}

static bool
judge_extra (struct trial *t)
{
  double start = clock_now ();
  bool ok = judge_last (t, false);

  t->measurement.extra_s += clock_now () - start;
  return ok;
}

static bool
judge_sample (struct trial *t)
{
  struct measurement *m = &t->measurement;

  if (sample_choice_includes (&m->choice, m->launch.n - 1) || is_forced (m))
    return judge_last (t, false);
  return !is_extra (t) || judge_extra (t);
}

static bool
take_and_judge (struct trial *t)
{
  struct measurement *m = &t->measurement;
  struct worker_usage begun = { 0 };
  struct claim claim;

  if (t->at_once)
    begun = worker_usage_read (t->worker);
  if (!take_sample (t, &claim, true))
    return false;
  if (t->at_once)
    core_usage_add (&t->cores, t->worker, &begun);
  m->kernel_s += claim.seconds * trial_launches (t);
  for (int i = 0; i < GK_MAX_PATHS; i++)
    m->taken[i] += claim.taken[i];
  samples_add (&m->launch, claim.seconds);
  samples_add (&m->busy, claim.busy_s);
  samples_add (&m->outside, t->outside_s);
  return !trial_judges (t) || judge_sample (t);
}

/* ---- Planted numbers ---- */

/* One of so many generations is planted. */
enum { PLANTED_OF = 10 };
/* The share of the time of samples that judging them may take. */
#define PLANTED_SHARE 0.1
/* A time differs by this share, in each of so many launches: one launch in four
 * may take longer (bench/sample.c), but hardly so many by chance. */
#define PLANTED_DIFFERS 0.05
enum { PLANTED_LEAST = 8 };

/* Draws which of the next n samples is preceded by a planted one. */
static void
draw_planted (struct measurement *m, size_t n)
{
  m->plant_at = m->plant_end + (size_t)(entropy_draw () % n);
  m->plant_end += n;
}

static bool
is_planted_due (const struct trial *t)
{
  const struct measurement *m = &t->measurement;

  return m->launch.n == m->plant_at
         && (m->planted.n == 0
             || m->plant_verify_s <= PLANTED_SHARE * m->sampling_s);
}

static bool
take_planted (struct trial *t)
{
  struct measurement *m = &t->measurement;
  struct claim claim;
  bool taken;

  t->planting = true;
  taken = take_sample (t, &claim, false);
  t->planting = false;
  if (!taken)
    return false;
  m->kernel_s += claim.seconds * trial_launches (t);
  samples_add (&m->planted, claim.seconds);
  return true;
}

/* Judges a sample that does not count. */
static bool
judge_uncounted (struct trial *t, const char *when)
{
  return trial_show (t, when, false)
         && (trial_judge (t, t->settings.data, t->last.poison, when)
             || check_inputs_intact (t, when));
}

static bool
judge_planted (struct trial *t)
{
  const double begin = clock_now ();
  const bool right = judge_uncounted (t, "a launch on planted numbers");

  t->measurement.plant_verify_s += clock_now () - begin;
  return right;
}

/* Takes a planted sample where it is due. */
static bool
plant_between (struct trial *t)
{
  struct measurement *m = &t->measurement;

  if (!trial_plants (t))
    return true;
  if (is_planted_due (t) && !(take_planted (t) && judge_planted (t)))
    return false;
  if (m->launch.n + 1 == m->plant_end)
    draw_planted (m, PLANTED_OF);
  return true;
}

/* True if all times so far are longer than the median, or all are shorter, by
 * the share. */
static bool
planted_differ (const struct measurement *m)
{
  const double median = m->stats.median;
  size_t longer = 0, shorter = 0;

  for (size_t i = 0; i < m->planted.n; i++) {
    longer += m->planted.seconds[i] > (1 + PLANTED_DIFFERS) * median;
    shorter += m->planted.seconds[i] < (1 - PLANTED_DIFFERS) * median;
  }
  return m->planted.n > 0
         && (longer == m->planted.n || shorter == m->planted.n);
}

/* Takes one where sampling ended before its place, and as many more as it needs
 * to tell whether times differ, which need no verdict.  What follows finds
 * ordinary inputs, and their answer as the one that was judged last. */
static bool
plant_at_end (struct trial *t)
{
  struct measurement *m = &t->measurement;
  const size_t between = m->planted.n;
  struct claim claim;

  if (!trial_plants (t))
    return true;
  if (between == 0 && !(take_planted (t) && judge_planted (t)))
    return false;
  /* Where each launch counts, none of these is to spare. */
  while (m->stats.median <= TRIAL_VERY_SLOW && planted_differ (m)
         && m->planted.n < PLANTED_LEAST)
    if (!take_planted (t))
      return false;
  m->planted_differ = m->planted.n >= PLANTED_LEAST && planted_differ (m);
  return m->planted.n == between
         || (take_sample (t, &claim, false)
             && judge_uncounted (t, "a launch behind planted numbers"));
}

/* True when a limit on samples or time is reached. */
static bool
is_full (const struct trial *t)
{
  const struct sampling *sampling = &t->settings.sampling;

  return t->measurement.launch.n >= (size_t)sampling->max_samples
         || t->measurement.sampling_s >= sampling->max_time;
}

/* The error falls with the square root of the time. */
static bool
is_hopeless (const struct trial *t)
{
  const struct sampling *sampling = &t->settings.sampling;
  const struct measurement *m = &t->measurement;
  double more = m->stats.error / sampling->noise;

  return sampling->noise > 0
         && m->sampling_s >= HOPELESS_SHARE * sampling->max_time
         && m->sampling_s * more * more > HOPELESS_TIMES * sampling->max_time;
}

/* Computes statistics, and decides whether sampling is over. */
static void
check_precision (struct trial *t)
{
  const struct sampling *sampling = &t->settings.sampling;
  struct measurement *m = &t->measurement;
  size_t n = m->launch.n;
  const bool begun = n >= (size_t)sampling->min_samples;

  stats_compute (&m->stats, m->launch.seconds, n);
  m->settled = begun && m->stats.error <= sampling->noise;
  m->over = is_full (t)
            || (begun && m->sampling_s >= sampling->min_time
                && (m->settled || is_hopeless (t)));
}

/* Statistics need a sort; they are computed for each tenth more samples. */
static bool
is_check_due (const struct trial *t)
{
  const struct sampling *sampling = &t->settings.sampling;
  const struct measurement *m = &t->measurement;
  size_t n = m->launch.n;

  return is_full (t)
         || (n >= (size_t)sampling->min_samples
             && m->sampling_s >= sampling->min_time
             && n >= m->stats.samples + m->stats.samples / 10 + 1);
}

static bool
take_all (struct trial *t)
{
  struct measurement *m = &t->measurement;

  for (;;) {
    if (m->launch.n > 0 && is_check_due (t))
      check_precision (t);
    if (m->over)
      return true;
    if (!plant_between (t) || !take_and_judge (t))
      return false;
  }
}

/* Returns the fewest samples that there will be: min_samples, or as many as
 * there is time for.  The rest of a sample may take twice as long as its
 * launch. */
static size_t
fewest_samples (const struct trial *t, double estimate)
{
  const struct sampling *sampling = &t->settings.sampling;
  double least
      = fmin ((double)sampling->min_samples, (double)sampling->max_samples);

  if (estimate > 0)
    least = fmin (least, sampling->max_time / (3 * estimate));
  return least > 1 ? (size_t)least : 1;
}

/* Corrects the batch: the first estimate is of one launch by itself, and
 * launches back to back are faster. */
static bool
choose_batch (struct trial *t)
{
  struct measurement *m = &t->measurement;
  double least = INFINITY;

  for (int i = 0; i < BATCH_TRIES; i++) {
    struct claim claim;
    double estimate;

    if (!take_sample (t, &claim, false))
      return false;
    estimate = claim.seconds;
    least = fmin (least, m->enqueue.seconds[i] / (double)m->batch);
    m->batch = batch_size (t, estimate, least);
    if (m->batch == batch_size (t, estimate, 0))
      break;
  }
  return true;
}

bool
measure_case (struct trial *t, double estimate)
{
  struct measurement *m = &t->measurement;

  m->batch = batch_size (t, estimate, estimate);
  /* Very slow launches have a batch of one, however much faster they are back
   * to back. */
  if (trial_is_hot (t) && estimate <= TRIAL_VERY_SLOW && !choose_batch (t))
    return false;
  sample_choice_begin (&m->choice, fewest_samples (t, estimate),
                       trial_is_cheap (t) ? CHOSEN_MOST : CHOSEN_LEAST);
  draw_planted (m, m->choice.end < PLANTED_OF ? m->choice.end : PLANTED_OF);
  if (!take_all (t))
    return false;
  m->enqueue_s = samples_median (&m->enqueue);
  t->measured = true;
  return !trial_judges (t) || (judge_last (t, true) && plant_at_end (t));
}

void
measurement_free (struct measurement *m)
{
  samples_free (&m->launch);
  samples_free (&m->busy);
  samples_free (&m->outside);
  samples_free (&m->idle);
  samples_free (&m->enqueue);
  samples_free (&m->show);
  samples_free (&m->reshow);
  samples_free (&m->planted);
}
