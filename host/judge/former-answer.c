/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How a kept answer is recognized.
 *
 * A wrong answer may be the right one of an earlier launch, which a variant
 * kept, or got of inputs that it read too early.  So the family judges it once
 * more, for inputs that the variant had before: those of each kind of data that
 * was judged before the timed launches, those that a new seed replaced, and
 * each generation since the timed ones were loaded.  Then the inputs are made
 * again as they were, since the case goes on.  None of this changes the
 * verdict.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "judge/trial.h"

/* It takes as long as the case did so far, or so many seconds. */
#define LEAST_SECONDS 0.5

/* Some generations of one seed. */
struct span_of_inputs {
  uint64_t seed, from, to; /* up to and with it */
};

static bool
answer_fits_data (struct trial *t, gk_data data)
{
  struct verification forgotten = { 0 };
  const struct judge *j = t->judge;
  const struct verdict_request request
      = { .data = data,
          .poison = t->last.poison,
          .precision = t->precision,
          .when = "",
          .choice_seed
          = data == t->settings.data ? j->choices : j->choices_beside };

  return verdict_compute (&forgotten, &t->judge->inputs, &t->judge->services,
                          &request);
}

static bool
answer_fits_kind (struct trial *t, gk_data data)
{
  char *why;

  if (inputs_fill (&t->judge->inputs, &t->judge->services, data, &why))
    return answer_fits_data (t, data);
  free (why);
  return false;
}

/* Makes the timed inputs of some generations; true when the answer is right for
 * one. */
static bool
answer_fits_span (struct trial *t, struct span_of_inputs span, double end)
{
  struct inputs *inputs = &t->judge->inputs;
  struct services *services = &t->judge->services;
  const gk_data data = t->settings.data;
  gk_range range[GK_MAX_RANGES];
  uint64_t n;
  char *why = NULL;
  bool found = false;

  if (!inputs_remake (inputs, services, data, span.seed, 0, false, &why)) {
    free (why);
    return false;
  }
  for (uint64_t i = 0; !found && why == NULL; i++) {
    found = i >= span.from && clock_now () < end && answer_fits_data (t, data);
    if (i >= span.to)
      break;
    if (!found)
      inputs_vary (inputs, services, data, false, range, &n, &why);
  }
  free (why);
  return found;
}

static bool
answer_fits_timed (struct trial *t, double end)
{
  struct inputs *inputs = &t->judge->inputs;
  const gk_data data = t->settings.data;
  const struct span_of_inputs former
      = { t->former_seed, t->former_generation, t->former_generation };
  const uint64_t seed = inputs->seed[data], now = inputs->generation[data];
  const bool planted = inputs->planted[data];
  const bool was_timed = t->judged == data;
  char *why = NULL;
  bool found = t->has_former && answer_fits_span (t, former, end);

  if (!found && now + !was_timed > t->first_generation)
    found = answer_fits_span (
        t,
        (struct span_of_inputs){ seed, t->first_generation, now - was_timed },
        end);
  inputs_remake (inputs, &t->judge->services, data, seed, now, planted, &why);
  free (why);
  return found;
}

bool
explain_repeat (struct trial *t)
{
  const double start = clock_now ();
  const double end = start + fmax (start - t->begin, LEAST_SECONDS);
  bool found = false;

  if (t->wrong_class != WRONG_UNKNOWN && t->wrong_class != WRONG_PRECISION)
    return false;
  for (gk_data data = 0; !found && data < N_DATA; data++)
    if ((t->judged_before & GK_BIT (data)) != 0 && data != t->judged)
      found = clock_now () < end && answer_fits_kind (t, data);
  if (!found && t->judge->inputs.version[t->settings.data] != 0)
    found = answer_fits_timed (t, end);
  t->spent.verify_s += clock_now () - start;
  return found;
}
