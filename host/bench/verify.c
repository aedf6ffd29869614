/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "bench/verify.h"

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
    damage = services_damage (l->services, &failed);
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

static void
judge (struct verification *v, enum phase phase, struct launcher *l,
       const gk_family *family, gk_data data, uint64_t seed)
{
  const void *list[GK_MAX_BUFFERS];
  struct {
    gk_check check;
    char room[512]; /* a plugin of a later header may write behind check */
  } handed = {
    .check = { .size = sizeof handed.check,
               .data = data,
               .seed = seed,
               .buffers = list,
               .poison = poison[phase],
               .precision = l->variant->precision },
  };
  gk_check *check = &handed.check;
  int status;

  buffers_of_check (l->buffers, list);
  services_clear (l->services);
  status = family->verify (&l->services->host, l->buffers->setup->state, check);
  v->checked += check->checked;
  add_method (v, check->method);
  if (check->bound > 0
      && (v->bound == 0
          || check->error / check->bound >= v->error / v->bound)) {
    v->error = check->error;
    v->bound = check->bound;
  }
  if (status != GK_OK)
    status = services_status (l->services, "verify", status);
  /* A check that was not done is no reason to pass, so there is no skip. */
  v->status = status == GK_SKIP ? GK_FAIL : status;
  if (status == GK_WRONG)
    snprintf (v->reason, sizeof v->reason, "%s (%s, %s data)",
              services_reason (l->services), when[phase],
              data == GK_DATA_EXACT ? "exact" : "random");
  else if (status != GK_OK)
    snprintf (v->reason, sizeof v->reason, "verify: %s",
              services_reason (l->services));
}

static void
verify_data (struct verification *v, enum phase phase, struct launcher *l,
             const gk_family *family, gk_data data, uint64_t seed)
{
  double start = clock_now (), loaded;
  char *why = NULL;
  enum buffers_result result
      = buffers_load (l->buffers, l->services, family, data, seed, &why);

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
    judge (v, phase, l, family, data, seed);
  v->verify_s += clock_now () - loaded;
}

void
verify (struct verification *v, enum phase phase, struct launcher *l,
        const gk_family *family, uint64_t seed)
{
  static const gk_data order[][2] = {
    [BEFORE_TIMING] = { GK_DATA_EXACT, GK_DATA_RANDOM },
    [AFTER_TIMING] = { GK_DATA_RANDOM, GK_DATA_EXACT },
  };

  for (int i = 0; i < 2 && v->status == GK_OK; i++)
    if (l->buffers->setup->verify_data & GK_BIT (order[phase][i]))
      verify_data (v, phase, l, family, order[phase][i], seed);
}

bool
verify_begin_timed (struct verification *v, struct launcher *l)
{
  return buffers_poison (l->buffers, poison[TIMED]) || device_failed (v, l);
}

void
verify_timed (struct verification *v, struct launcher *l,
              const gk_family *family, gk_data data, uint64_t seed)
{
  double start = clock_now ();

  if ((l->buffers->setup->verify_data & GK_BIT (data)) != 0 && fetch (v, l)
      && undamaged (v, TIMED, l))
    judge (v, TIMED, l, family, data, seed);
  v->verify_s += clock_now () - start;
}
