/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "bench/verify.h"
#include "plugin/abi-names.h"

/* All ones are a NaN in every float type; 0x7f.. is a huge number in each and
 * differs from the first in each byte. */
static const uint8_t poison[]
    = { [BEFORE_TIMING] = 0xff, [TIMED] = 0xfe, [AFTER_TIMING] = 0x7f };

static const char *const when[] = {
  [BEFORE_TIMING] = "before the timed launches",
  [TIMED] = "what the timed launches left",
  [AFTER_TIMING] = "after the timed launches",
};

static void
end (struct verification *v, int status, const char *reason)
{
  v->status = status;
  snprintf (v->reason, sizeof v->reason, "%s", reason);
}

static bool
device_failed (struct verification *v, struct launcher *l)
{
  launcher_device_failed (l);
  end (v, l->status, l->reason);
  return false;
}

static bool
fetch (struct verification *v, struct launcher *l)
{
  return buffers_fetch (l->buffers) || device_failed (v, l);
}

static bool
run_once (struct verification *v, enum phase phase, struct launcher *l)
{
  if (!buffers_poison (l->buffers, poison[phase]))
    return device_failed (v, l);
  if (!launcher_run (l) || !launcher_wait (l)) {
    end (v, l->status, l->reason);
    return false;
  }
  return fetch (v, l);
}

/* Guard zones and inputs: what the host judges by itself. */
static bool
undamaged (struct verification *v, enum phase phase, struct launcher *l)
{
  bool failed;
  char *damage = buffers_damage (l->buffers, &failed);

  if (damage == NULL && !failed)
    damage = workspaces_damage (l->workspaces, &failed);
  if (failed)
    return device_failed (v, l);
  if (damage == NULL)
    return true;
  v->status = GK_WRONG;
  snprintf (v->reason, sizeof v->reason, "it %s (%s)", damage, when[phase]);
  free (damage);
  return false;
}

/* One data's method behind the other's, each once. */
static void
add_method (struct verification *v, const char *method)
{
  size_t n = strlen (v->method);

  if (method == NULL || strstr (v->method, method) != NULL)
    return;
  snprintf (v->method + n, sizeof v->method - n, "%s%s", n > 0 ? ", " : "",
            method);
}

/* Keeps the worse of two errors, each over its bound.  NaN is the worst. */
static void
keep_worse (double *error, double *bound, double new_error, double new_bound)
{
  if (new_bound > 0
      && (*bound == 0 || !(new_error / new_bound < *error / *bound))) {
    *error = new_error;
    *bound = new_bound;
  }
}

/* Whether an error that verify told keeps to the bound that it told.  What any
 * error keeps to is no bound, and no error is negative. */
static bool
within (double error, double bound)
{
  return bound == 0 || (error >= 0 && error <= bound && bound <= DBL_MAX);
}

/* What the host makes of a verdict GK_OK: the figures must bear it out. */
static int
confirmed (struct services *services, const gk_check *c)
{
  if (within (c->error, c->bound) && within (c->rms_error, c->rms_bound))
    return GK_OK;
  if (!within (c->error, c->bound))
    services->host.error (
        &services->host,
        "the error is %.2g and the bound %.2g, and yet verify returned GK_OK",
        c->error, c->bound);
  else
    services->host.error (&services->host,
                          "the root-mean-square error is %.2g and the bound "
                          "%.2g, and yet verify returned GK_OK",
                          c->rms_error, c->rms_bound);
  return GK_WRONG;
}

static void
add_figures (struct verification *v, const gk_check *check)
{
  v->checked += check->checked;
  add_method (v, check->method);
  keep_worse (&v->error, &v->bound, check->error, check->bound);
  keep_worse (&v->rms_error, &v->rms_bound, check->rms_error, check->rms_bound);
}

static void
judge (struct verification *v, enum phase phase, struct launcher *l,
       struct judge by, gk_data data)
{
  const void *list[GK_MAX_BUFFERS];
  struct {
    gk_check check;
    char room[512]; /* a plugin of a later header may write behind check */
  } handed = {
    .check = { .size = sizeof handed.check,
               .data = data,
               .seed = by.seed,
               .choice_seed = by.choice_seed,
               .buffers = list,
               .precision = l->variant->precision },
  };
  gk_check *check = &handed.check;
  int status;

  memset (check->poison, poison[phase], sizeof check->poison);
  buffers_of_check (l->buffers, list);
  services_clear (l->services);
  status
      = by.family->verify (&l->services->host, l->buffers->setup->state, check);
  add_figures (v, check);
  if (status == GK_OK)
    status = confirmed (l->services, check);
  else
    status = services_status (l->services, "verify", status);
  /* A check that was not done is no reason to pass, so there is no skip. */
  v->status = status == GK_SKIP ? GK_FAIL : status;
  if (status == GK_WRONG)
    snprintf (v->reason, sizeof v->reason, "%s (%s, %s data)",
              services_reason (l->services), when[phase],
              names_at (&data_names, data));
  else if (status != GK_OK)
    snprintf (v->reason, sizeof v->reason, "verify: %s",
              services_reason (l->services));
}

static void
verify_data (struct verification *v, enum phase phase, struct launcher *l,
             struct judge by, gk_data data)
{
  double start = clock_now (), loaded;
  char *why = NULL;
  enum buffers_result result
      = buffers_load (l->buffers, l->services, by.family, data, by.seed, &why);

  loaded = clock_now ();
  v->inputs_s += loaded - start;
  if (result != BUFFERS_OK) {
    end (v, result == BUFFERS_SKIP ? GK_SKIP : GK_FAIL, why);
    free (why);
    return;
  }
  /* With transfers in the run, the staged inputs are what is uploaded. */
  if (l->mode.scope == SCOPE_TRANSFER && !buffers_stage (l->buffers))
    device_failed (v, l);
  else if (run_once (v, phase, l) && undamaged (v, phase, l))
    judge (v, phase, l, by, data);
  v->verify_s += clock_now () - loaded;
}

void
verify (struct verification *v, enum phase phase, struct launcher *l,
        struct judge by)
{
  static const gk_data order[][3] = {
    [BEFORE_TIMING] = { GK_DATA_EXACT, GK_DATA_WIDE, GK_DATA_RANDOM },
    [AFTER_TIMING] = { GK_DATA_RANDOM, GK_DATA_WIDE, GK_DATA_EXACT },
  };

  for (int i = 0; i < 3 && v->status == GK_OK; i++)
    if (l->buffers->setup->verify_data & GK_BIT (order[phase][i]))
      verify_data (v, phase, l, by, order[phase][i]);
}

bool
verify_begin_timed (struct verification *v, struct launcher *l)
{
  return buffers_poison (l->buffers, poison[TIMED]) || device_failed (v, l);
}

void
verify_timed (struct verification *v, struct launcher *l, struct judge by,
              gk_data data)
{
  double start = clock_now ();

  if ((l->buffers->setup->verify_data & GK_BIT (data)) != 0 && fetch (v, l)
      && undamaged (v, TIMED, l))
    judge (v, TIMED, l, by, data);
  v->verify_s += clock_now () - start;
}
