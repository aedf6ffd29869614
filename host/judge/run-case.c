/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How a case is run.
 *
 * 1. The supervisor has made the problem with the judge (judge_set_up), and has
 *    connected judge and worker by a socket.  The worker has the variant, its
 *    tunables, the mode and a copy of the problem.
 * 2. The case is run here: begin, prepare, load, first launch, warm up, one
 *    launch for each other kind of data that is judged, load, measure, audit,
 *    end; constants are loaded before the variant is prepared for them.  Each
 *    step is an order (bench/orders.h), which bench/run-order.c obeys; the
 *    judge waits for its claim, with its own clock running.  gkhost-plugin(3)
 *    describes the same steps for authors of plugins.
 *    A replay (replay.c) fills new inputs before all of it, while its worker
 *    opens the device, and has another audit.
 * 3. The result is the judge's part of the record.
 *
 * A claim is believed as far as it can be checked.  An order must contain
 * nothing by which a sample that counts differs from one that does not, and
 * what the judge can find out itself is not ordered.  A new order needs an
 * enumerator with its members in bench/orders.h, a row of the table in
 * bench/run-order.c, and a call of trial_order here, in measure.c or in an
 * audit.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/clock.h"
#include "base/names.h"
#include "base/random.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "judge/run-case.h"
#include "judge/trial.h"
#include "plugin/abi-names.h"

/* All ones are a NaN in every float type; the pattern below is a huge number in
 * each. */
enum { FIRST_POISON = 0xff };

/* What a variant is judged on that is right on uniform data alone. */
#define UNIFORM (GK_BIT (GK_DATA_RANDOM) | GK_BIT (GK_DATA_EXACT))

/* True for data that is judged before the timed launches, since these have
 * another kind. */
static bool
is_judged_before (const struct trial *t, gk_data data)
{
  return t->settings.verify && data != t->settings.data && data != GK_DATA_ZERO
         && (t->judge->setup.verify_data & GK_BIT (data)) != 0
         && (!t->uniform_only || (UNIFORM & GK_BIT (data)) != 0);
}

/* Each family can fill random, exact and zero data. */
static bool
can_be_filled (const struct trial *t)
{
  return t->settings.data < GK_DATA_WIDE
         || (t->judge->setup.verify_data & GK_BIT (t->settings.data)) != 0;
}

static bool
is_declared_wrong (const struct trial *t)
{
  return t->uniform_only && t->settings.data >= GK_DATA_WIDE;
}

static bool
make_room (struct trial *t)
{
  char *why;

  if (inputs_make_room (&t->judge->inputs, &why))
    return true;
  trial_end (t, GK_FAIL, "%s", why);
  free (why);
  return false;
}

static bool
begin_case (struct trial *t)
{
  struct order order
      = { .kind = ORDER_BEGIN, .held = inputs_held (&t->judge->inputs) };
  double start = clock_now ();
  struct claim claim;

  if (!can_be_filled (t))
    return trial_end (t, GK_SKIP,
                      "the family has no data of this kind; leave data at "
                      "random");
  if (is_declared_wrong (t))
    return trial_end (t, GK_SKIP,
                      "the variant is right on uniform data alone; leave data "
                      "at random");
  if (t->settings.verify && !trial_judges (t))
    return trial_end (t, GK_SKIP,
                      "the family can't judge launches on data of this kind; "
                      "leave data at random, or set verify = no");
  /* The worker checks first whether the device has memory for all. */
  if (!trial_order (t, &order, &claim, "")
      || (!has_role (&t->judge->setup, GK_CONSTANT) && !trial_prepare (t))
      || !make_room (t))
    return false;
  /* Before it answered, it may not have executed the program yet. */
  if (t->worker > 0)
    t->clock_at = clock_pages_of (&t->judge->clock_pages, t->worker);
  t->spent.setup_s += clock_now () - start;
  return true;
}

static bool
judge_data (struct trial *t, gk_data data)
{
  struct order order = { .kind = ORDER_RUN, .thorough = true };
  const char *when = "before the timed launches";
  struct claim claim;
  double start;

  order.poison
      = t->last.poison == FIRST_POISON ? FIRST_POISON - 1 : FIRST_POISON;
  t->last.poison = order.poison;
  if (!trial_load (t, data, false))
    return false;
  start = clock_now ();
  if (!trial_order (t, &order, &claim, when))
    return false;
  t->spent.verify_s += clock_now () - start;
  t->judged_before |= GK_BIT (data);
  /* The case that is replayed was right on it. */
  return trial_is_replay (t) || trial_judge (t, data, order.poison, when);
}

/* Seconds of a launch up to which all kinds are judged. */
#define SHORT_LAUNCH 10e-3

static bool
judge_if_wanted (struct trial *t, gk_data data)
{
  return !is_judged_before (t, data) || judge_data (t, data);
}

/* Judges the data that kernels meet: each kind, or where launches are long one
 * that is drawn.  Where each launch counts, a permutation has to do: it has
 * rows and columns of other kinds. */
static bool
judge_shapes (struct trial *t, double estimate)
{
  static const gk_data kind[]
      = { GK_DATA_NORMAL, GK_DATA_SPARSE, GK_DATA_HEAVY, GK_DATA_GRADED };
  const size_t n = sizeof kind / sizeof kind[0];

  if (estimate > TRIAL_VERY_SLOW)
    return true;
  if (estimate > SHORT_LAUNCH)
    return judge_if_wanted (t, kind[entropy_draw () % n]);
  for (size_t i = 0; i < n; i++)
    if (!judge_if_wanted (t, kind[i]))
      return false;
  return true;
}

static bool
judge_before (struct trial *t, double estimate)
{
  return judge_if_wanted (t, GK_DATA_EXACT) && judge_if_wanted (t, GK_DATA_WIDE)
         && judge_if_wanted (t, GK_DATA_RANDOM)
         && judge_if_wanted (t, GK_DATA_PERMUTATION)
         && judge_shapes (t, estimate);
}

/* Runs the steps before the first sample. */
static bool
prepare_case (struct trial *t, double *estimate)
{
  /* Loading what is judged first saves a load. */
  bool exact = is_judged_before (t, GK_DATA_EXACT);

  return trial_load (t, exact ? GK_DATA_EXACT : t->settings.data, false)
         && trial_warm_up (t, estimate) && judge_before (t, *estimate)
         && trial_load (t, t->settings.data, false);
}

static bool
measure_with_usage (struct trial *t, double estimate)
{
  bool ok;

  if (t->at_once)
    t->cores.before = core_usage_clock (t->worker);
  ok = measure_case (t, estimate);
  if (t->at_once)
    t->cores.after = core_usage_clock (t->worker);
  return ok;
}

/* Called right after the samples, of which the worker does not know that they
 * are over. */
static bool
check_clock_pages (struct trial *t)
{
  return t->clock_at == 0
         || clock_pages_are_same (&t->judge->clock_pages, t->worker,
                                  t->clock_at)
         || trial_end_wrong (
             t, WRONG_CLOCK,
             "changed the pages by which its process reads the time "
             "(vDSO and vvar), or made them unreadable");
}

/* Runs all steps up to the last verdict. */
static bool
run_steps (struct trial *t)
{
  double estimate = 0;

  return (!trial_is_replay (t) || (make_room (t) && trial_refill (t, true)))
         && begin_case (t) && prepare_case (t, &estimate)
         && measure_with_usage (t, estimate) && check_clock_pages (t)
         && (trial_is_replay (t) ? replay_case (t) : audit_case (t));
}

/* True when a launch on outputs that held this byte is right; *judged: it was
 * judged. */
static bool
is_right_on (struct trial *t, uint8_t byte, bool *judged)
{
  const char *when = "a launch on other outputs";
  struct order order = { .kind = ORDER_RUN, .poison = byte, .thorough = true };
  struct claim claim;
  bool right;

  t->verification = (struct verification){ .status = GK_OK };
  *judged = trial_load (t, t->settings.data, false)
            && trial_order (t, &order, &claim, when);
  right = *judged && trial_judge (t, t->settings.data, byte, when);
  *judged &= t->verification.status != GK_FAIL;
  return right;
}

/* Tries a variant whose first answer was wrong on outputs of poison and of
 * zeros.  Returns what it does with what an output holds; "": nothing that
 * shows. */
static const char *
find_use_of_output (struct trial *t)
{
  bool judged;
  /* A number in each type, which all ones are not. */
  const bool on_numbers = is_right_on (t, FIRST_POISON - 2, &judged);

  if (!judged || !is_right_on (t, 0, &judged))
    return "";
  if (!on_numbers)
    return "; on outputs that held zeros it is right: it adds to what an "
           "output holds, or leaves zeros out: write each element, or let the "
           "family make the buffer GK_INOUT";
  return is_right_on (t, FIRST_POISON, &judged) || !judged
             ? ""
             : "; on outputs that held NaN alone it is wrong: it multiplies "
               "what an output holds, by 0 perhaps: write each element without "
               "reading it, or let the family make the buffer GK_INOUT";
}

static void
say_repeat (struct trial *t)
{
  char reason[sizeof t->reason];

  memcpy (reason, t->reason, sizeof reason);
  trial_end_wrong (t, WRONG_REPEATS,
                   "%.1100s: it is right for inputs that came before: does it "
                   "keep its result?",
                   reason);
}

/* Repeats the launch of a wrong answer: after a race the next differs.  Then
 * looks what it does with outputs.  A slow one must not run out of time for
 * this. */
static void
explain_wrong (struct trial *t)
{
  const struct verification found = t->verification;
  enum wrong_class seen;
  char reason[sizeof t->reason];
  const char *use;

  if (found.status != GK_WRONG || t->status != GK_WRONG || t->lost
      || found.repeats > 0 || trial_is_replay (t)
      || clock_now () - t->begin > t->settings.sampling.timeout / 4)
    return;
  if (t->timer->apart && explain_repeat (t)) {
    say_repeat (t);
    return;
  }
  /* What was written to padding may be the value that it held. */
  if ((t->timer->apart && explain_race (t)) || found.launches > 1
      || t->wrong_class == WRONG_OUTSIDE)
    return;
  memcpy (reason, t->reason, sizeof reason);
  seen = t->wrong_class;
  t->differing = NULL;
  t->n_differing = 0;
  use = find_use_of_output (t);
  trial_end_wrong (t, seen, "%.1100s%s", reason, use);
  t->verification = found;
  t->by_family = false;
}

/* Ends the case with the timer, however it went: launches may still run, and
 * memory is in use.  A fault at the end is reported where there was none
 * before. */
static void
finish_case (struct trial *t)
{
  struct order order = { .kind = ORDER_END };

  if (t->lost)
    return;
  memcpy (order.taken, t->measurement.taken, sizeof order.taken);
  t->ended = t->timer->obey (t->timer, &order, &t->end);
  t->lost = !t->ended;
  if (t->ended && t->status == GK_OK && t->end.status != GK_OK) {
    t->wrong_class = t->end.wrong_class;
    trial_end (t, t->end.status, "%s", t->end.reason);
  }
}

/* ---- The result -------------------------------------------------------- */

/* A record has 63 bits for a sum; a larger problem runs on no machine. */
static int64_t
add_bytes (uint64_t a, uint64_t b)
{
  return a + b < a || a + b > INT64_MAX ? INT64_MAX : (int64_t)(a + b);
}

/* Stores the work of a launch, and the bytes of all buffers, to which it is
 * compared: what is read and written counts twice. */
static void
store_work (struct result *r, const gk_setup *setup)
{
  const gk_work *work = &setup->work;
  uint64_t buffers = 0;

  r->work.bytes = add_bytes (work->bytes_read, work->bytes_written);
  r->work.bytes_written = add_bytes (0, work->bytes_written);
  r->work.ops = work->ops;
  r->work.op_class = names_at (&op_class_names, work->op_class);
  for (uint32_t i = 0; i < setup->n_buffers; i++)
    buffers += setup->buffers[i].bytes
               * (setup->buffers[i].role == GK_INOUT ? 2 : 1);
  r->work.buffers = (int64_t)buffers;
}

/* Stores what the variant claimed when it was over: its arithmetic where it
 * differs from the family's, its library, and which path it took. */
static void
store_variant (struct result *r, const gk_work *family, struct claim *end,
               struct pool *pool)
{
  if (end->ops != family->ops || end->op_class != family->op_class) {
    r->variant_work.ops = end->ops;
    r->variant_work.op_class = names_at (&op_class_names, end->op_class);
  }
  text_one_line (end->library);
  text_one_line (end->library_settings);
  text_one_line (end->path);
  if (end->library[0] != '\0')
    r->library = pool_text (pool, end->library);
  if (end->library_settings[0] != '\0')
    r->library_settings = pool_text (pool, end->library_settings);
  if (end->path[0] != '\0')
    r->path = pool_text (pool, end->path);
}

static void
store_time (struct result *r, const struct measurement *m, struct pool *pool)
{
  const struct stats *s = &m->stats;

  r->time.median_s = s->median;
  r->time.min_s = s->min;
  r->time.max_s = s->max;
  r->time.mean_s = s->mean;
  r->time.stddev_s = s->stddev;
  r->time.spread = s->spread;
  r->time.error = s->error;
  if (samples_median (&m->busy) > 0)
    r->time.busy_s = samples_median (&m->busy);
  if (m->enqueue_s > 0)
    r->time.enqueue_s = m->enqueue_s / (double)m->batch;
  if (m->planted_differ)
    r->time.planted_s = samples_median (&m->planted);
  r->time.samples = (int64_t)s->samples;
  r->time.batch = (int64_t)m->batch;
  r->time.settled = m->settled ? FLAG_YES : FLAG_NO;
  r->time.values
      = pool_made (pool, base64_floats_encode (m->launch.seconds, m->launch.n));
}

static void
store_verdicts (struct result *r, const struct verification *v,
                struct pool *pool)
{
  r->verify.done = FLAG_YES;
  if (v->method[0] != '\0')
    r->verify.method = pool_text (pool, v->method);
  if (v->checked > 0)
    r->verify.checked = (int64_t)v->checked;
  if (v->bound > 0) {
    r->verify.error = v->error;
    r->verify.bound = v->bound;
  }
  if (v->rms_bound > 0) {
    r->verify.rms_error = v->rms_error;
    r->verify.rms_bound = v->rms_bound;
  }
}

/* Stores the kinds of data that were judged before the timed launches. */
static void
store_judged (struct texts *texts, uint64_t judged, struct pool *pool)
{
  for (gk_data data = 0; data < N_DATA; data++)
    if ((judged & GK_BIT (data)) != 0)
      texts_add (pool, texts, names_at (&data_names, data));
}

/* Stores how the time of the case was spent. */
static void
store_spent (struct result *result, const struct trial *t)
{
  const struct measurement *m = &t->measurement;
  struct time_spent *s = &result->spent;

  *s = t->spent;
  s->kernel_s = m->kernel_s;
  s->between_s = m->sampling_s - m->kernel_s;
  s->other_s = s->total_s - s->setup_s - s->inputs_s - s->warmup_s - s->verify_s
               - m->sampling_s - s->audit_s;
}

/* The share of wrong launches at which none of n is wrong once in twenty
 * times. */
static double
rate_found (uint64_t n)
{
  return n > 0 ? 1 - pow (0.05, 1 / (double)n) : (double)NAN;
}

static void
store_verification (struct result *result, const struct trial *t,
                    struct pool *pool)
{
  const struct judge *j = t->judge;

  result->seeds.inputs = (int64_t)j->inputs.seed[t->settings.data];
  result->seeds.choice = (int64_t)j->choices;
  result->seeds.beside = (int64_t)j->choices_beside;
  result->verify.done = FLAG_NO;
  if (!t->settings.verify || (t->status != GK_OK && t->status != GK_WRONG))
    return;
  store_verdicts (result, &t->verification, pool);
  store_judged (&result->verify.data, t->judged_before, pool);
  result->verify.launches = (int64_t)t->verification.launches;
  if (t->verification.repeats > 0) {
    result->verify.repeats = (int64_t)t->verification.repeats;
    result->verify.differ = (int64_t)t->verification.differ;
  }
  if (t->status == GK_OK)
    result->verify.finds
        = rate_found (t->verification.launches + t->verification.repeats);
  result->verify.generation = (int64_t)j->inputs.generation[t->settings.data];
}

/* The reason names the family where that is at fault. */
static const char *
copy_reason (const struct trial *t, struct pool *pool)
{
  return t->by_family
             ? pool_made (pool, xasprintf ("family %s: %s",
                                           t->judge->family->name, t->reason))
             : pool_text (pool, t->reason);
}

static void
store_log (struct result *r, struct trial *t, struct pool *pool)
{
  json_t *log = services_log (&t->judge->services);
  const json_t *line;
  size_t i;

  if (json_array_size (log) > 0)
    r->log.text
        = pool_alloc (pool, json_array_size (log) * sizeof *r->log.text);
  json_array_foreach (log, i, line)
  {
    r->log.text[r->log.n++] = pool_text (pool, json_string_value (line));
  }
  json_decref (log);
}

static void
store_result (struct result *result, struct trial *t, struct pool *pool)
{
  static const enum status statuses[] = { [GK_OK] = STATUS_OK,
                                          [GK_SKIP] = STATUS_SKIPPED,
                                          [GK_FAIL] = STATUS_FAILED,
                                          [GK_WRONG] = STATUS_WRONG };

  result->status = statuses[t->status];
  if (t->status != GK_OK)
    result->reason = copy_reason (t, pool);
  if (t->status == GK_WRONG)
    result->class = names_at (&wrong_class_names, t->wrong_class);
  store_verification (result, t, pool);
  store_work (result, &t->judge->setup);
  if (t->ended)
    store_variant (result, &t->judge->setup.work, &t->end, pool);
  if (t->workspace > 0)
    result->workspace = add_bytes (0, t->workspace);
  result->prepare_s = t->prepare_s;
  /* A wrong result has no time. */
  if (t->measured && t->status == GK_OK)
    store_time (result, &t->measurement, pool);
  result->floor_s = t->floor_s;
  result->audit = t->audit;
  store_spent (result, t);
  if (t->at_once && t->measured)
    core_usage_store (&t->cores, result);
  store_log (result, t, pool);
}

bool
run_case (struct trial *t, struct result *result, struct pool *pool)
{
  double start = clock_now ();

  t->judge->choices = entropy_draw () >> 1; /* a record has 63 bits for it */
  t->begin = start;
  t->floor_s = t->prepare_s = NAN;
  t->audit = (struct audit_figures){ NAN, NAN, NAN };
  /* The record of the case has these figures, not that of its replay. */
  if (t->at_once && !trial_is_replay (t))
    core_usage_begin (&t->cores, t->worker);
  if (!run_steps (t))
    explain_wrong (t);
  finish_case (t);
  if (t->at_once && !trial_is_replay (t))
    core_usage_end (&t->cores, t->worker);
  t->spent.total_s += clock_now () - t->begin;
  store_result (result, t, pool);
  t->metrics = services_metrics (&t->judge->services);
  services_end_case (&t->judge->services);
  return !t->lost;
}

void
run_case_end (struct trial *t)
{
  measurement_free (&t->measurement);
  samples_free (&t->replay.claimed);
  json_decref (t->metrics);
  free (t->spans.span);
}
