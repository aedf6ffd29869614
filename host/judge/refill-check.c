/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "judge/refill-check.h"

/* The sets of a check. */
struct refill_check {
  struct inputs *made, *other;
  struct services *services;
  gk_data data;
  json_t *findings;
};

void
finding_add (json_t *findings, const char *callback, const char *what)
{
  json_array_append_new (findings,
                         json_pack ("{s:s, s:o}", "callback", callback,
                                    "reason", json_text (what)));
}

/* A reason that a callback gave itself begins with its name. */
static bool
add_refusal (json_t *findings, const char *callback, char *why)
{
  size_t n = strlen (callback);
  bool named = strncmp (why, callback, n) == 0 && why[n] == ':';

  finding_add (findings, callback, named ? why + n + 2 : why);
  free (why);
  return false;
}

bool
inputs_same (const struct inputs *a, const struct inputs *b, gk_data data)
{
  /* A family may have outputs alone. */
  return a->set[data].bytes == 0
         || memcmp (a->set[data].memory, b->set[data].memory,
                    a->set[data].bytes)
                == 0;
}

bool
refill_check_fill (struct inputs *inputs, struct services *services,
                   gk_data data, uint64_t seed, json_t *findings)
{
  char *why;

  return inputs_refill (inputs, services, data, seed, &why)
         || add_refusal (findings, "fill", why);
}

/* Makes the next generation of `made`, and returns the ranges that changed. */
static bool
next_generation (const struct refill_check *r, gk_range range[GK_MAX_RANGES],
                 uint64_t *n_ranges)
{
  char *why;

  return inputs_vary (r->made, r->services, r->data, range, n_ranges, &why)
         || add_refusal (r->findings, "vary", why);
}

/* Makes the set `kept`, up to its generation. */
static bool
make_same (const struct refill_check *r, const struct inputs *kept)
{
  gk_range range[GK_MAX_RANGES];
  uint64_t n;

  if (!refill_check_fill (r->made, r->services, r->data, kept->seed[r->data],
                          r->findings)
      || !refill_check_fill (r->other, r->services, r->data,
                             kept->seed[r->data], r->findings))
    return false;
  if (!inputs_same (r->made, r->other, r->data)
      || (kept->generation[r->data] == 0
          && !inputs_same (r->made, kept, r->data))) {
    finding_add (r->findings, "fill",
                 "it gives other bytes each time; let them follow from data "
                 "and seed alone");
    return false;
  }
  while (r->made->generation[r->data] < kept->generation[r->data])
    if (!next_generation (r, range, &n))
      return false;
  if (inputs_same (r->made, kept, r->data))
    return true;
  finding_add (r->findings, "vary",
               "a generation has other bytes when it is made again; let them "
               "follow from data, seed and generation alone");
  return false;
}

/* True when each input of `made` differs from that of `other`. */
static bool
all_differ (const struct refill_check *r)
{
  const gk_setup *setup = r->made->setup;

  for (size_t i = 0; i < setup->n_buffers; i++)
    if (setup->buffers[i].role == GK_INPUT
        && memcmp (r->made->views.input[r->data][i],
                   r->other->views.input[r->data][i], setup->buffers[i].bytes)
               == 0)
      return false;
  return true;
}

/* Copies the ranges from `made` to `other`. */
static void
copy_ranges (const struct refill_check *r, const gk_range *range,
             uint64_t n_ranges)
{
  for (uint64_t i = 0; i < n_ranges; i++) {
    const uint32_t buffer = range[i].buffer;
    char *to = r->other->views.input[r->data][buffer];
    const char *from = r->made->views.input[r->data][buffer];

    memcpy (to + range[i].offset, from + range[i].offset, range[i].bytes);
  }
}

static void
check_vary (const struct refill_check *r)
{
  const struct shared *made = &r->made->set[r->data];
  gk_range range[GK_MAX_RANGES];
  uint64_t n;

  if (made->bytes == 0)
    return;
  memcpy (r->other->set[r->data].memory, made->memory, made->bytes);
  if (!next_generation (r, range, &n))
    return;
  if (!all_differ (r))
    finding_add (r->findings, "vary",
                 "an input stays as it was; change an element of each with "
                 "every generation");
  copy_ranges (r, range, n);
  if (!inputs_same (r->made, r->other, r->data))
    finding_add (
        r->findings, "vary",
        "it changes bytes that it does not report; let the ranges cover "
        "all of them");
}

void
refill_check_run (struct inputs *made, struct inputs *other,
                  const struct inputs *kept, struct services *services,
                  gk_data data, json_t *findings)
{
  const struct refill_check r = { made, other, services, data, findings };

  if (make_same (&r, kept) && kept->family->vary != NULL)
    check_vary (&r);
}
