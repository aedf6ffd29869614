/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/cpu-time.h"
#include "base/random.h"
#include "base/xalloc.h"
#include "judge/examine.h"
#include "judge/trial.h"

/* ---- The trial ---- */

/* Seconds of warming up for other constants behind the samples, at most. */
#define WARM_AGAIN_SECONDS 50e-3

/* Bytes of the pieces of outputs that are shown again; fewer where the device
 * compares all of them. */
enum { PIECE = 1 << 20, PIECE_COMPARED = 64 << 10 };

/* The most seconds between two samples of one span; a verdict takes longer, or
 * next to no time. */
#define BETWEEN_SECONDS 2e-3

bool
trial_end (struct trial *t, int status, const char *format, ...)
{
  va_list args;

  t->status = status;
  va_start (args, format);
  vsnprintf (t->reason, sizeof t->reason, format, args);
  va_end (args);
  return false;
}

bool
trial_end_wrong (struct trial *t, enum wrong_class wrong_class,
                 const char *format, ...)
{
  va_list args;

  t->status = GK_WRONG;
  t->wrong_class = wrong_class;
  va_start (args, format);
  vsnprintf (t->reason, sizeof t->reason, format, args);
  va_end (args);
  return false;
}

/* True for an order that is compared by what it takes (trial_elapsed): samples
 * of the audit, and showing outputs.  To read the time that a thread computed
 * takes as long as a fifth of a short order. */
static bool
reads_cpu_time (const struct trial *t, const struct order *order)
{
  return t->at_once
         && (order->kind == ORDER_SHOW
             || (order->kind == ORDER_SAMPLE && t->measured));
}

/* To read what all threads computed takes 0.1 ms, with hundreds of them a few:
 * of samples that take far longer, and of those of audit_idle. */
#define LONG_SAMPLE 20e-3

static bool
reads_idle_time (const struct trial *t, const struct order *order)
{
  const struct samples *s = &t->measurement.outside;

  return t->at_once && t->timer->apart && !t->timer->watches
         && order->kind == ORDER_SAMPLE && order->samples <= 1 && !order->empty
         && (t->reads_idle || (s->n > 0 && s->seconds[s->n - 1] > LONG_SAMPLE));
}

/* Returns the seconds in which the worker, or this process, computed or waited
 * for a core; NaN: not known. */
static double
wanted_by_both (const struct trial *t)
{
  return cpu_time_wanted (t->worker) + cpu_time_waited ();
}

/* wanted: what wanted_by_both returned before the sample. */
static void
note_idle_time (struct trial *t, const struct order *order,
                const struct claim *claim, double wanted)
{
  const double idle = t->outside_s - (wanted_by_both (t) - wanted)
                      - claim->seconds * (double)order->launches;

  if (isfinite (idle))
    samples_add (&t->measurement.idle, idle);
}

static bool
shows_each_sample (const struct trial *t)
{
  return t->at_once && trial_is_cheap (t);
}

/* Ends a case whose claim is not GK_OK. */
static bool
end_by_claim (struct trial *t, const struct claim *claim, const char *when)
{
  t->wrong_class = claim->wrong_class;
  if (when[0] == '\0' || claim->status != GK_WRONG)
    return trial_end (t, claim->status, "%s", claim->reason);
  return trial_end (t, claim->status, "%s (%s)", claim->reason, when);
}

/* Reads the rest of what an order showed. */
static bool
read_rest (struct trial *t, const char *when)
{
  static const struct claim late = { .status = GK_WRONG,
                                     .wrong_class = WRONG_LATE,
                                     .reason = CHANGED_LATE };
  struct outputs *outputs = &t->judge->inputs.outputs;

  if (outputs_read_slot (outputs)) {
    t->lost = true;
    return trial_end (t, GK_FAIL, "the process that times showed too little");
  }
  return !outputs->late || end_by_claim (t, &late, when);
}

static bool
send_order (struct trial *t, struct order *order, struct claim *claim,
            enum outputs_use use, const char *when)
{
  const bool reads = reads_cpu_time (t, order);
  const bool reads_idle = reads_idle_time (t, order);
  const double wanted = reads_idle ? wanted_by_both (t) : (double)NAN;
  double start = clock_now ();
  double cpu_start = reads ? cpu_time (t->cpu_fd) : (double)NAN;

  if (window_shows_again (order)) {
    order->choice = entropy_draw ();
    order->piece = t->first.compares ? PIECE_COMPARED : PIECE;
  }
  t->shown &= order->kind != ORDER_SAMPLE;
  outputs_expect (&t->judge->inputs.outputs, order, use);
  if (!t->timer->obey (t->timer, order, claim)) {
    t->lost = true;
    return trial_end (t, GK_FAIL, "the process that times is gone");
  }
  t->outside_s = clock_now () - start;
  t->cpu_s = reads ? cpu_time (t->cpu_fd) - cpu_start : (double)NAN;
  if (reads_idle)
    note_idle_time (t, order, claim, wanted);
  if (claim->status != GK_OK)
    return end_by_claim (t, claim, when);
  return order->kind == ORDER_SAMPLE
         || (order->kind == ORDER_SHOW && shows_each_sample (t))
         || read_rest (t, when);
}

bool
trial_order (struct trial *t, struct order *order, struct claim *claim,
             const char *when)
{
  return send_order (t, order, claim, OUTPUTS_COPIED, when);
}

bool
trial_time_showing (struct trial *t, bool again, const char *when)
{
  struct order order = { .kind = ORDER_SHOW, .repeat = again };
  struct claim claim;

  return send_order (t, &order, &claim, OUTPUTS_TIMED, when);
}

/* On the CPU it is what the worker's first thread computed, where the system
 * reports that: threads that spin when a launch is over take its core from it,
 * on a busy machine for milliseconds. */
double
trial_elapsed (const struct trial *t)
{
  return isfinite (t->cpu_s) ? fmin (t->cpu_s, t->outside_s) : t->outside_s;
}

/* Ends a case in which a callback of the family failed, not the variant. */
static bool
end_by_family (struct trial *t, char *why)
{
  t->by_family = true;
  trial_end (t, GK_FAIL, "%s", why);
  free (why);
  return false;
}

/* Returns a byte other than the last.  Each is a NaN or a huge number in every
 * float type, which no result is by chance. */
static uint8_t
next_poison (uint8_t last)
{
  uint8_t poison;

  do
    poison = (uint8_t)(0x7c | (entropy_draw () & 0x83));
  while (poison == last);
  return poison;
}

bool
trial_freshen (struct trial *t, struct order *order)
{
  struct judge *j = t->judge;
  char *why;

  if (!inputs_vary (&j->inputs, &j->services, t->settings.data, t->planting,
                    order->range, &order->n_ranges, &why))
    return end_by_family (t, why);
  order->version = j->inputs.version[t->settings.data];
  order->poison = next_poison (t->last.poison);
  t->last = *order;
  return true;
}

bool
trial_is_replay (const struct trial *t)
{
  return t->replay.claimed.n > 0;
}

bool
trial_is_hot (const struct trial *t)
{
  return t->settings.mode.cache == CACHE_HOT;
}

double
trial_launches (const struct trial *t)
{
  return (double)(t->measurement.batch + trial_is_hot (t));
}

bool
trial_sample (struct trial *t, struct order *order, struct claim *claim)
{
  const size_t batch = t->measurement.batch;

  order->kind = ORDER_SAMPLE;
  order->before = trial_is_hot (t) ? BEFORE_NOTHING : BEFORE_EVICTED;
  order->launches = order->pause_s > 0     ? 1
                    : order->poison_pieces ? 1 + entropy_draw () % batch
                                           : batch;
  if (!trial_freshen (t, order) || !trial_order (t, order, claim, ""))
    return false;
  /* A launch that is over when it returns enqueues nothing. */
  if (t->at_once)
    claim->enqueue_s = 0;
  t->claimed_s = claim->seconds;
  return true;
}

bool
trial_prepare (struct trial *t)
{
  struct order order = { .kind = ORDER_PREPARE };
  struct claim claim;

  if (!trial_order (t, &order, &claim, ""))
    return false;
  t->prepare_s = t->outside_s;
  t->workspace = claim.workspace;
  return true;
}

bool
trial_warm_up (struct trial *t, double *estimate)
{
  const struct sampling *sampling = &t->settings.sampling;
  struct order first = { .kind = ORDER_FIRST };
  struct order order = { .kind = ORDER_WARM_UP,
                         .launches = (uint64_t)sampling->warmup,
                         .seconds = sampling->max_time };
  double start = clock_now ();
  struct claim claim;

  if (!trial_order (t, &first, &t->first, "")
      || !trial_order (t, &order, &claim, ""))
    return false;
  *estimate = claim.seconds;
  t->warm = true;
  t->spent.warmup_s += clock_now () - start;
  return true;
}

static bool
is_prepared_for (const struct trial *t, gk_data data)
{
  return t->constants.any && t->constants.data == data
         && t->constants.seed == t->judge->inputs.seed[data];
}

/* Launches as often as there are samples: a variant that tunes itself without
 * declaring it was steady in these, and is not to be slow on new inputs. */
static bool
warm_up_longer (struct trial *t)
{
  struct order order = { .kind = ORDER_WARM_UP,
                         .launches = t->measurement.launch.n,
                         .seconds = WARM_AGAIN_SECONDS };
  struct claim claim;

  return trial_order (t, &order, &claim, "");
}

/* Prepares the variant for constants, unless it is, and warms it up again.  The
 * other inputs are still the last ones: what it computes of these meanwhile is
 * of no use when launches on new inputs are timed.  Constants that are filled
 * again from their seed are the same: a variant that is prepared again knows
 * that it is audited, so the control must not be. */
static bool
prepare_for (struct trial *t, gk_data data)
{
  struct order order = { .kind = ORDER_LOAD, .data = data, .constants = true };
  const double start = clock_now ();
  struct claim claim;
  double estimate;

  if (!has_role (&t->judge->setup, GK_CONSTANT) || is_prepared_for (t, data))
    return true;
  if (!trial_order (t, &order, &claim, "") || !trial_prepare (t))
    return false;
  t->constants.any = true;
  t->constants.data = data;
  t->constants.seed = t->judge->inputs.seed[data];
  t->spent.setup_s += clock_now () - start;
  return !t->warm
         || (trial_warm_up (t, &estimate)
             && (!t->measured || warm_up_longer (t)));
}

bool
trial_load (struct trial *t, gk_data data, bool again)
{
  struct order order = { .kind = ORDER_LOAD, .data = data, .repeat = again };
  struct judge *j = t->judge;
  double start = clock_now ();
  struct claim claim;
  char *why;

  if (!inputs_fill (&j->inputs, &j->services, data, &why))
    return end_by_family (t, why);
  t->spent.inputs_s += clock_now () - start;
  if (!prepare_for (t, data))
    return false;
  if (data == t->settings.data && !t->measured && t->measurement.launch.n == 0)
    t->first_generation = j->inputs.generation[data];
  start = clock_now ();
  order.version = j->inputs.version[data];
  if (!trial_order (t, &order, &claim, ""))
    return false;
  t->spent.inputs_s += clock_now () - start;
  return true;
}

/* Derives a seed from the last one, so that a run can be repeated.  It can't be
 * computed from the inputs that the last one filled.  That of a replay is
 * drawn: what the suite gives may be known. */
static uint64_t
next_seed (const struct trial *t, gk_data data)
{
  struct judge *j = t->judge;
  const gk_host *host = &j->services.host;
  uint64_t seed;

  if (trial_is_replay (t))
    return (entropy_draw () >> 1) | 1; /* 0 stands for none */

  host->random (host, &seed, sizeof seed,
                j->inputs.seed[data] ^ UINT64_C (0x5851f42d4c957f2d));
  return seed >> 1; /* a record has 63 bits for it */
}

bool
trial_refill (struct trial *t, bool new_seed)
{
  struct judge *j = t->judge;
  gk_data data = t->settings.data;
  uint64_t seed = new_seed ? next_seed (t, data) : j->inputs.seed[data];
  uint64_t generation = new_seed ? 0 : j->inputs.generation[data];
  double start = clock_now ();
  char *why;

  if (new_seed) {
    t->has_former = true;
    t->former_seed = j->inputs.seed[data];
    t->former_generation = j->inputs.generation[data];
    t->first_generation = 0;
  }
  if (!inputs_remake (&j->inputs, &j->services, data, seed, generation, false,
                      &why))
    return end_by_family (t, why);
  t->spent.inputs_s += clock_now () - start;
  return true;
}

/* True when it took so long to show the outputs that work may be hidden in that
 * time: then it is compared with showing them again. */
static bool
wants_reshow (const struct trial *t)
{
  return trial_is_audited (t) && t->at_once
         && t->show_s > 2 * t->claimed_s + TRIAL_JITTER;
}

/* Shows the outputs, unless each sample does so itself.  Once: they may not
 * have changed when they are checked later. */
static bool
show_outputs (struct trial *t, const char *when)
{
  struct order order = { .kind = ORDER_SHOW };
  struct claim claim;

  t->show_s = 0;
  if (t->shown)
    return true;
  t->shown = true;
  if (shows_each_sample (t))
    return read_rest (t, when);
  if (!trial_order (t, &order, &claim, when))
    return false;
  t->show_s = trial_elapsed (t);
  return true;
}

bool
trial_show (struct trial *t, const char *when, bool thorough)
{
  struct order check = { .kind = ORDER_CHECK, .thorough = thorough };
  double start = clock_now ();
  struct claim claim;

  if (!show_outputs (t, when) || !trial_order (t, &check, &claim, when))
    return false;
  t->spent.verify_s += clock_now () - start;
  return true;
}

bool
trial_reshow (struct trial *t)
{
  struct order again = { .kind = ORDER_SHOW, .repeat = true };
  struct claim claim;

  t->reshow_s = 0;
  if (!wants_reshow (t))
    return true;
  if (!send_order (t, &again, &claim, OUTPUTS_COMPARED, ""))
    return false;
  t->reshow_s = trial_elapsed (t);
  return true;
}

bool
trial_judge (struct trial *t, gk_data data, uint8_t poison, const char *when)
{
  struct judge *j = t->judge;
  const bool is_timed = data == t->settings.data;
  const struct verdict_request request
      = { .data = data,
          .poison = poison,
          .precision = t->precision,
          .choice_seed = is_timed ? j->choices : j->choices_beside,
          .when = when,
          .differing = t->differing,
          .n_differing = t->n_differing };
  double start = clock_now ();
  bool right
      = verdict_compute (&t->verification, &j->inputs, &j->services, &request);

  t->spent.verify_s += clock_now () - start;
  if (right && j->examination != NULL)
    examination_store_answer (j->examination, &j->inputs, data, poison);
  t->by_family = t->verification.status == GK_FAIL;
  t->judged = data;
  t->wrong_class = t->verification.wrong_class;
  return right
         || trial_end (t, t->verification.status, "%s", t->verification.reason);
}

bool
trial_judge_shown (struct trial *t)
{
  const char *when = "a launch of the audit";

  return trial_show (t, when, false)
         && trial_judge (t, t->settings.data, t->last.poison, when);
}

bool
trial_is_cheap (const struct trial *t)
{
  return t->judge->inputs.outputs.copy.bytes <= SMALL_OUTPUTS;
}

bool
trial_judges (const struct trial *t)
{
  return t->settings.verify
         && (t->judge->setup.verify_data & GK_BIT (t->settings.data)) != 0;
}

bool
trial_plants (const struct trial *t)
{
  return trial_judges (t) && !t->uniform_only && t->judge->family->vary != NULL
         && (t->judge->setup.plant_data & GK_BIT (t->settings.data)) != 0;
}

bool
trial_is_audited (const struct trial *t)
{
  return t->timer->apart && t->settings.audit && trial_judges (t);
}

/* ---- Spans -----------------------------------------------------------------
 */

/* Samples that count are in spans of their own. */
static bool
continues_span (const struct span *last, const struct span *sample)
{
  return sample->begin - last->end < BETWEEN_SECONDS
         && (last->to > last->from) == (sample->to > sample->from);
}

void
spans_add (struct spans *s, struct span sample, double launches,
           double kernel_s)
{
  s->launches += launches;
  s->kernel_s += kernel_s;
  if (s->n > 0 && continues_span (&s->span[s->n - 1], &sample)) {
    s->span[s->n - 1].end = sample.end;
    s->span[s->n - 1].to = sample.to;
    return;
  }
  XAPPEND (s->span, s->n) = sample;
}

json_t *
spans_to_json (const struct spans *s)
{
  json_t *spans = json_array ();

  for (size_t i = 0; i < s->n; i++)
    json_array_append_new (
        spans, json_pack ("[f, f, i, i]", s->span[i].begin, s->span[i].end,
                          (int)s->span[i].from, (int)s->span[i].to));
  return json_pack ("{s:o, s:f, s:f}", "spans", spans, "launches", s->launches,
                    "kernel_s", s->kernel_s);
}
