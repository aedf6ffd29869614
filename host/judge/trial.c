/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/unforeseen.h"
#include "judge/audit.h"
#include "judge/cpu-time.h"
#include "judge/examine.h"
#include "judge/fill-result.h"
#include "judge/trial.h"

/* All ones are a NaN in every float type; the second pattern is a huge number
 * in each. */
enum { FIRST_POISON = 0xff };

bool
trial_end (struct trial *t, int status, const char *reason)
{
  t->status = status;
  snprintf (t->reason, sizeof t->reason, "%s", reason);
  return false;
}

static bool
end_freeing (struct trial *t, int status, char *why)
{
  trial_end (t, status, why);
  free (why);
  return false;
}

bool
trial_order (struct trial *t, struct order *order, struct claim *claim,
             const char *when)
{
  double start = clock_now ();
  double cpu_start = t->at_once ? cpu_time (t->worker) : (double)NAN;

  if (!t->timer->obey (t->timer, order, claim)) {
    t->lost = true;
    return trial_end (t, GK_FAIL, "the process that times is gone");
  }
  t->outside_s = clock_now () - start;
  t->cpu_s = t->at_once ? cpu_time (t->worker) - cpu_start : (double)NAN;
  if (claim->status == GK_OK)
    return true;
  if (when[0] == '\0' || claim->status != GK_WRONG)
    return trial_end (t, claim->status, claim->reason);
  t->status = claim->status;
  snprintf (t->reason, sizeof t->reason, "%s (%s)", claim->reason, when);
  return false;
}

/* On the CPU, where the system tells, that is what the worker's first thread
 * computed: threads that spin when a launch is over take its core from it, on a
 * busy machine for milliseconds. */
double
trial_taken (const struct trial *t)
{
  return isfinite (t->cpu_s) ? fmin (t->cpu_s, t->outside_s) : t->outside_s;
}

/* Another one than the last; each is a NaN or a huge number in every float
 * type, which no result is by chance. */
static uint8_t
next_poison (uint8_t last)
{
  uint8_t poison;

  do
    poison = (uint8_t)(0x7c | (unforeseen () & 0x83));
  while (poison == last);
  return poison;
}

bool
trial_freshen (struct trial *t, struct order *order)
{
  struct judge *j = t->judge;
  char *why;

  if (!inputs_vary (&j->inputs, &j->services, t->settings.data, order->range,
                    &order->n_ranges, &why))
    return end_freeing (t, GK_FAIL, why);
  order->poison = next_poison (t->last.poison);
  t->last = *order;
  return true;
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
  order->kind = ORDER_SAMPLE;
  order->before = trial_is_hot (t) ? BEFORE_NOTHING : BEFORE_EVICTED;
  order->launches = order->blemish ? 1 + unforeseen () % t->measurement.batch
                                   : t->measurement.batch;
  if (!trial_freshen (t, order) || !trial_order (t, order, claim, ""))
    return false;
  /* A launch that is over when it returns leaves nothing to enqueue. */
  if (t->at_once)
    claim->enqueue_s = 0;
  t->claimed_s = claim->seconds;
  return true;
}

bool
trial_load (struct trial *t, gk_data data, bool again)
{
  struct order order = { .kind = ORDER_LOAD, .data = data, .again = again };
  struct judge *j = t->judge;
  double start = clock_now ();
  struct claim claim;
  char *why;

  if (!inputs_fill (&j->inputs, &j->services, data, &why))
    return end_freeing (t, GK_FAIL, why);
  if (!trial_order (t, &order, &claim, ""))
    return false;
  t->inputs_s += clock_now () - start;
  return true;
}

/* One that follows from the last, so that a run can be repeated, and can't be
 * told from what that one filled. */
static uint64_t
next_seed (struct judge *j, gk_data data)
{
  const gk_host *host = &j->services.host;
  uint64_t seed;

  host->random (host, &seed, sizeof seed,
                j->inputs.seed[data] ^ UINT64_C (0x5851f42d4c957f2d));
  return seed >> 1; /* a record has 63 bits for it */
}

bool
trial_refill (struct trial *t)
{
  struct judge *j = t->judge;
  double start = clock_now ();
  char *why;

  if (!inputs_refill (&j->inputs, &j->services, t->settings.data,
                      next_seed (j, t->settings.data), &why))
    return end_freeing (t, GK_FAIL, why);
  t->inputs_s += clock_now () - start;
  return true;
}

bool
trial_show (struct trial *t, const char *when, bool thorough)
{
  struct order show = { .kind = ORDER_SHOW };
  struct order again = { .kind = ORDER_SHOW, .again = true };
  struct order look = { .kind = ORDER_LOOK, .thorough = thorough };
  struct claim claim;

  if (!trial_order (t, &show, &claim, when))
    return false;
  t->show_s = trial_taken (t);
  t->again_s = 0;
  if (audit_wants_again (t)) {
    if (!trial_order (t, &again, &claim, when))
      return false;
    t->again_s = trial_taken (t);
  }
  return trial_order (t, &look, &claim, when);
}

bool
trial_judge (struct trial *t, gk_data data, uint8_t poison, const char *when)
{
  struct judge *j = t->judge;
  const struct question question = { .data = data,
                                     .poison = poison,
                                     .precision = t->precision,
                                     .choice_seed = j->choices,
                                     .when = when,
                                     .private = !t->timer->apart };
  double start = clock_now ();
  bool right = verdict (&t->verification, &j->inputs, &j->services, &question);

  t->verify_s += clock_now () - start;
  if (right && j->examination != NULL)
    examination_keep (j->examination, &j->inputs, data, poison);
  return right || trial_end (t, t->verification.status, t->verification.reason);
}

bool
trial_judges (const struct trial *t)
{
  return t->settings.verify
         && (t->judge->setup.verify_data & GK_BIT (t->settings.data)) != 0;
}

/* Data that is judged before the timed launches, since these have other. */
static bool
is_judged_before (const struct trial *t, gk_data data)
{
  return t->settings.verify && data != t->settings.data && data != GK_DATA_ZERO
         && (t->judge->setup.verify_data & GK_BIT (data)) != 0;
}

/* Makes room for all that the case will want. */
static bool
make_room (struct trial *t)
{
  char *why;

  for (gk_data data = 0; data < N_DATA; data++)
    if ((data == t->settings.data || is_judged_before (t, data))
        && !inputs_make_room (&t->judge->inputs, data, &why))
      return end_freeing (t, GK_FAIL, why);
  return true;
}

static bool
begin (struct trial *t)
{
  struct order order = { .kind = ORDER_BEGIN };
  double start = clock_now ();
  struct claim claim;

  if (t->settings.verify && !trial_judges (t))
    return trial_end (t, GK_SKIP,
                      "the family can't judge launches on data of this kind; "
                      "leave data at random, or set verify = no");
  /* The other side looks first whether there is room for all. */
  if (!trial_order (t, &order, &claim, "") || !make_room (t))
    return false;
  t->opened = true;
  t->work.ops = claim.ops;
  t->work.op_class = claim.op_class;
  t->setup_s = clock_now () - start;
  return true;
}

static bool
warm_up (struct trial *t, double *estimate)
{
  const struct sampling *sampling = &t->settings.sampling;
  struct order first = { .kind = ORDER_FIRST };
  struct order order = { .kind = ORDER_WARM_UP,
                         .launches = (uint64_t)sampling->warmup,
                         .seconds = sampling->max_time };
  double start = clock_now ();
  struct claim claim;

  if (!trial_order (t, &first, &claim, ""))
    return false;
  t->most = claim.most;
  t->watchable = claim.watchable;
  t->decoys = claim.decoys;
  if (!trial_order (t, &order, &claim, ""))
    return false;
  *estimate = claim.seconds;
  t->warm_up_s = clock_now () - start;
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
  t->verify_s += clock_now () - start;
  return trial_judge (t, data, order.poison, when);
}

static bool
judge_before (struct trial *t)
{
  static const gk_data order[]
      = { GK_DATA_EXACT, GK_DATA_WIDE, GK_DATA_RANDOM };

  for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
    if (is_judged_before (t, order[i]) && !judge_data (t, order[i]))
      return false;
  return true;
}

/* From the first order to the last verdict. */
static bool
conduct (struct trial *t)
{
  /* Begin with what is judged first: one load less. */
  bool exact = is_judged_before (t, GK_DATA_EXACT);
  double estimate = 0;

  return begin (t)
         && trial_load (t, exact ? GK_DATA_EXACT : t->settings.data, false)
         && warm_up (t, &estimate) && judge_before (t)
         && trial_load (t, t->settings.data, false) && measure (t, estimate)
         && audit (t);
}

/* Whatever happened: launches may still run, and memory is in use. */
static void
finish (struct trial *t)
{
  struct order order = { .kind = ORDER_END };
  struct claim claim;

  if (!t->lost && !t->timer->obey (t->timer, &order, &claim))
    t->lost = true;
}

/* Where the time of the case went. */
static void
set_spent (struct result *result, const struct trial *t, double total)
{
  const struct measurement *m = &t->measurement;
  double known
      = t->setup_s + t->inputs_s + t->warm_up_s + t->verify_s + m->sampling_s;

  result->spent.total_s = total;
  result->spent.setup_s = t->setup_s;
  result->spent.inputs_s = t->inputs_s;
  result->spent.warmup_s = t->warm_up_s;
  result->spent.verify_s = t->verify_s;
  result->spent.kernel_s = m->kernel_s;
  result->spent.between_s = m->sampling_s - m->kernel_s;
  result->spent.other_s = total - known;
}

static void
set_verify (struct result *result, const struct trial *t, struct pool *pool)
{
  const struct judge *j = t->judge;

  result->seeds.inputs = (int64_t)j->inputs.seed[t->settings.data];
  result->seeds.choice = (int64_t)j->choices;
  result->verify.done = FLAG_NO;
  if (!t->settings.verify || (t->status != GK_OK && t->status != GK_WRONG))
    return;
  result_set_verify (result, &t->verification, pool);
  result->verify.launches = (int64_t)t->verification.launches;
  result->verify.generation = (int64_t)j->inputs.generation[t->settings.data];
}

static void
set_result (struct result *result, struct trial *t, double total,
            struct pool *pool)
{
  static const enum status statuses[] = { [GK_OK] = STATUS_OK,
                                          [GK_SKIP] = STATUS_SKIPPED,
                                          [GK_FAIL] = STATUS_FAILED,
                                          [GK_WRONG] = STATUS_WRONG };
  json_t *log = services_log (&t->judge->services);

  result->status = statuses[t->status];
  if (t->status != GK_OK)
    result->reason = pool_text (pool, t->reason);
  set_verify (result, t, pool);
  result_set_work (result, &t->judge->setup.work);
  result_set_buffers (result, &t->judge->setup);
  if (t->opened)
    result_set_variant_work (result, &t->judge->setup.work, &t->work);
  /* A wrong kernel's time is worth nothing. */
  if (t->measured && t->status == GK_OK)
    result_set_time (result, &t->measurement);
  result->floor_s = t->floor_s;
  result->audit.outside_s = t->launch_outside_s;
  result->audit.fresh_s = t->fresh_s;
  result->audit.control_s = t->control_s;
  set_spent (result, t, total);
  result_set_log (result, log, pool);
  json_decref (log);
}

bool
trial_conduct (struct trial *t, struct result *result, struct pool *pool)
{
  double start = clock_now ();

  t->work = t->judge->setup.work;
  t->status = GK_OK;
  t->floor_s = t->launch_outside_s = t->fresh_s = t->control_s = NAN;
  conduct (t);
  finish (t);
  set_result (result, t, clock_now () - start, pool);
  services_end_case (&t->judge->services);
  measurement_free (&t->measurement);
  return !t->lost;
}
