/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/xalloc.h"
#include "judge/inputs.h"
#include "plugin/abi-names.h"

void
inputs_open (struct inputs *inputs, const gk_family *family,
             const gk_setup *setup, uint64_t seed)
{
  *inputs
      = (struct inputs){ .family = family, .setup = setup, .outputs.fd = -1 };
  for (int i = 0; i < N_DATA; i++) {
    inputs->set[i].fd = -1;
    inputs->seed[i] = seed;
  }
}

void
inputs_close (struct inputs *inputs)
{
  for (int i = 0; i < N_DATA; i++)
    shared_close (&inputs->set[i]);
  shared_close (&inputs->outputs);
  free (inputs->copy);
}

static bool
report_no_memory (uint64_t bytes, const char *what, char **why)
{
  *why = xasprintf ("can't make %llu bytes of shared memory for %s: %s",
                    (unsigned long long)bytes, what, strerror (errno));
  return false;
}

static bool
make_outputs (struct inputs *inputs, char **why)
{
  uint64_t bytes = views_bytes (inputs->setup, GK_OUTPUT);

  if (inputs->outputs.memory != NULL)
    return true;
  if (!shared_make (&inputs->outputs, bytes))
    return report_no_memory (bytes, "outputs", why);
  views_set_addresses (inputs->setup, GK_OUTPUT, inputs->outputs.memory,
                       inputs->views.output);
  inputs->copy = xmalloc (bytes);
  return true;
}

bool
inputs_make_room (struct inputs *inputs, gk_data data, char **why)
{
  uint64_t bytes = views_bytes (inputs->setup, GK_INPUT);
  struct shared *set = &inputs->set[data];

  if (!make_outputs (inputs, why))
    return false;
  /* A family may have outputs alone. */
  if (set->memory != NULL || bytes == 0)
    return true;
  if (!shared_make (set, bytes))
    return report_no_memory (bytes, "inputs", why);
  if (!shared_protect (set)) {
    *why = xasprintf ("can't protect inputs from the process that times: %s; "
                      "gkhost needs Linux 5.1 or later",
                      strerror (errno));
    shared_close (set);
    return false;
  }
  views_set_addresses (inputs->setup, GK_INPUT, set->memory,
                       inputs->views.input[data]);
  return true;
}

static bool
set_failure (struct services *services, const char *callback, int status,
             char **why)
{
  services_status (services, callback, status);
  *why = xasprintf ("%s: %s", callback, services_reason (services));
  return false;
}

bool
inputs_fill (struct inputs *inputs, struct services *services, gk_data data,
             char **why)
{
  int status;

  if (inputs->filled[data])
    return true;
  services_clear (services);
  callback_begin (CALLBACK_FILL);
  status = inputs->family->fill (&services->host, inputs->setup->state, data,
                                 inputs->seed[data], inputs->views.input[data]);
  callback_end ();
  if (status != GK_OK)
    return set_failure (services, "fill", status, why);
  inputs->filled[data] = true;
  inputs->generation[data] = 0;
  inputs->version[data] = entropy_draw ();
  return true;
}

bool
inputs_refill (struct inputs *inputs, struct services *services, gk_data data,
               uint64_t seed, char **why)
{
  struct shared *set = &inputs->set[data];

  /* Bytes that fill leaves out are zero, as they were the first time. */
  if (set->bytes > 0)
    memset (set->memory, 0, set->bytes);
  inputs->seed[data] = seed;
  inputs->filled[data] = false;
  return inputs_fill (inputs, services, data, why);
}

/* True when all ranges that vary reported lie in inputs. */
static bool
ranges_are_valid (const gk_setup *setup, const gk_vary *vary)
{
  if (vary->n_ranges > GK_MAX_RANGES)
    return false;
  for (size_t i = 0; i < vary->n_ranges; i++) {
    const gk_range *r = &vary->ranges[i];

    if (r->buffer >= setup->n_buffers
        || setup->buffers[r->buffer].role != GK_INPUT
        || r->bytes > setup->buffers[r->buffer].bytes
        || r->offset > setup->buffers[r->buffer].bytes - r->bytes)
      return false;
  }
  return true;
}

bool
inputs_vary (struct inputs *inputs, struct services *services, gk_data data,
             gk_range range[GK_MAX_RANGES], uint64_t *n_ranges, char **why)
{
  struct {
    gk_vary vary;
    char room[512]; /* a plugin of a later header may write after it */
  } args = { .vary = { .size = sizeof args.vary,
                       .data = data,
                       .seed = inputs->seed[data],
                       .generation = inputs->generation[data] + 1,
                       .buffers = inputs->views.input[data] } };
  int status;

  *n_ranges = 0;
  if (inputs->family->vary == NULL)
    return true;
  services_clear (services);
  callback_begin (CALLBACK_VARY);
  status = inputs->family->vary (&services->host, inputs->setup->state,
                                 &args.vary);
  callback_end ();
  if (status != GK_OK)
    return set_failure (services, "vary", status, why);
  if (!ranges_are_valid (inputs->setup, &args.vary)) {
    *why = xstrdup ("vary: it changed something other than inputs, or over 64 "
                    "places");
    return false;
  }
  inputs->generation[data]++;
  *n_ranges = args.vary.n_ranges;
  inputs->version[data] += *n_ranges > 0;
  memcpy (range, args.vary.ranges, *n_ranges * sizeof *range);
  return true;
}
