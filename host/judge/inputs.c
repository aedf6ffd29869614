/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/parallel.h"
#include "base/random.h"
#include "base/xalloc.h"
#include "judge/judge.h"
#include "plugin/abi-names.h"

/* A plugin may write more than it may: then it gets that reason.  What it is to
 * find is cleared before each call: to clear all takes as long as setup. */
enum { RANGES_ROOM = 1 << 16 };

void
inputs_open (struct inputs *inputs, const gk_family *family,
             const gk_setup *setup, uint64_t seed)
{
  *inputs
      = (struct inputs){ .family = family,
                         .setup = setup,
                         .set.fd = -1,
                         .mark.fd = -1,
                         .outputs
                         = { .memory.fd = -1,
                             .copy.fd = -1,
                             .setup = setup,
                             .window.slot = window_slot_bytes (setup) },
                         .ranges = xmalloc (RANGES_ROOM * sizeof (gk_range)) };
  for (int i = 0; i < N_DATA; i++)
    inputs->seed[i] = seed;
}

void
inputs_close (struct inputs *inputs)
{
  shared_close (&inputs->set);
  shared_close (&inputs->mark);
  shared_close (&inputs->outputs.memory);
  shared_close (&inputs->outputs.copy);
  free (inputs->ranges);
}

/* ---- Memory of the problem before ---- */

void
kept_memory_close (struct kept_memory *kept)
{
  shared_close (&kept->set);
  shared_close (&kept->window);
  shared_close (&kept->copy);
}

void
inputs_keep_memory (struct inputs *inputs, struct kept_memory *kept)
{
  shared_take (&kept->set, &inputs->set);
  shared_take (&kept->window, &inputs->outputs.memory);
  shared_take (&kept->copy, &inputs->outputs.copy);
}

static void
trim_memory (struct shared *memory, size_t bytes)
{
  if (!shared_fits (memory, bytes))
    shared_close (memory);
}

void
kept_memory_trim (struct kept_memory *kept, const struct inputs *inputs)
{
  const gk_setup *setup = inputs->setup;

  trim_memory (&kept->set, views_bytes (setup, GK_INPUT));
  trim_memory (&kept->window,
               window_bytes (setup, inputs->outputs.window.slot));
  trim_memory (&kept->copy, views_bytes (setup, GK_OUTPUT));
}

uint64_t
inputs_held (const struct inputs *inputs)
{
  const struct kept_memory *kept = inputs->kept;
  uint64_t bytes = inputs->set.bytes + inputs->outputs.memory.bytes
                   + inputs->outputs.copy.bytes;

  if (kept != NULL)
    bytes += kept->set.bytes + kept->window.bytes + kept->copy.bytes;
  return bytes;
}

/* Bytes that fill leaves out are zero, as they were the first time. */
static void
clear_set (struct inputs *inputs)
{
  if (inputs->set.bytes > 0)
    parallel_clear (inputs->set.memory, inputs->set.bytes);
}

/* A fill that takes bytes for elements writes so many times as much as setup
 * asked for; more crashes. */
enum { STRAY = 8 };

static bool
make_set (struct inputs *inputs, struct shared *kept, char **why)
{
  struct shared *set = &inputs->set;
  uint64_t bytes = views_bytes (inputs->setup, GK_INPUT);

  /* A family may have outputs alone. */
  if (set->memory != NULL || bytes == 0 || shared_take (set, kept))
    return true;
  if (!shared_make_with_room (set, bytes, STRAY * bytes)) {
    *why = xasprintf ("can't make %llu bytes of shared memory for inputs: %s",
                      (unsigned long long)bytes, strerror (errno));
    return false;
  }
  if (shared_protect (set) && shared_map_reading (set))
    return true;
  *why = xasprintf ("can't protect inputs from the process that times: %s; "
                    "gkhost needs Linux 5.1 or later",
                    strerror (errno));
  shared_close (set);
  return false;
}

static bool
make_mark (struct inputs *inputs, char **why)
{
  if (inputs->mark.memory != NULL
      || shared_make (&inputs->mark, sizeof *inputs->views.mark))
    return true;
  *why = xasprintf ("can't make shared memory: %s", strerror (errno));
  return false;
}

bool
inputs_make_room (struct inputs *inputs, char **why)
{
  struct kept_memory none = { { .fd = -1 }, { .fd = -1 }, { .fd = -1 } };
  struct kept_memory *kept = inputs->kept != NULL ? inputs->kept : &none;

  if (!make_mark (inputs, why) || !make_set (inputs, &kept->set, why)
      || !outputs_make (&inputs->outputs, kept, why))
    return false;
  inputs->views.mark = inputs->mark.memory;
  inputs->views.window = &inputs->outputs.window;
  views_set_addresses (inputs->setup, GK_INPUT, inputs->set.memory,
                       inputs->views.input);
  return true;
}

bool
inputs_hold (const struct inputs *inputs, gk_data data)
{
  return inputs->filled && inputs->data == data;
}

static bool
set_failure (struct services *services, const char *callback, int status,
             char **why)
{
  services_status (services, callback, status);
  *why = xasprintf ("%s: %s", callback, services_reason (services));
  return false;
}

void
inputs_spoil (struct inputs *inputs)
{
  inputs->filled = false;
}

/* False, with *why, where a callback wrote outside of the inputs. */
static bool
check_zones (struct inputs *inputs, const char *callback, char **why)
{
  const gk_setup *setup = inputs->setup;

  for (size_t i = 0; i < setup->n_buffers; i++) {
    const gk_buffer *b = &setup->buffers[i];
    const char *where = serves_as (b, GK_INPUT)
                            ? view_find_damage (b, inputs->views.input[i])
                            : NULL;

    if (where == NULL)
      continue;
    *why = xasprintf ("%s: it wrote %s '%s', which has %" PRIu64
                      " bytes by setup",
                      callback, where, b->name, b->bytes);
    inputs_spoil (inputs);
    return false;
  }
  return true;
}

/* Makes generation 0. */
static bool
fill_set (struct inputs *inputs, struct services *services, gk_data data,
          char **why)
{
  int status;

  inputs_spoil (inputs);
  clear_set (inputs);
  services_clear (services);
  callback_begin (CALLBACK_FILL);
  status = inputs->family->fill (&services->host, inputs->setup->state, data,
                                 inputs->seed[data], inputs->views.input);
  callback_end ();
  if (status != GK_OK)
    return set_failure (services, "fill", status, why);
  if (!check_zones (inputs, "fill", why))
    return false;
  inputs->filled = true;
  inputs->data = data;
  inputs->generation[data] = 0;
  inputs->planted[data] = false;
  inputs->version[data] = entropy_draw () | 1;
  return true;
}

bool
inputs_remake (struct inputs *inputs, struct services *services, gk_data data,
               uint64_t seed, uint64_t generation, bool planted, char **why)
{
  gk_range range[GK_MAX_RANGES];
  uint64_t n;

  inputs->seed[data] = seed;
  if (!fill_set (inputs, services, data, why))
    return false;
  /* What the generations before the last had planted is gone. */
  for (uint64_t i = 1; i <= generation; i++)
    if (!inputs_vary (inputs, services, data, planted && i == generation, range,
                      &n, why))
      return false;
  return true;
}

bool
inputs_fill (struct inputs *inputs, struct services *services, gk_data data,
             char **why)
{
  return inputs_hold (inputs, data)
         || inputs_remake (inputs, services, data, inputs->seed[data],
                           inputs->generation[data], inputs->planted[data],
                           why);
}

/* Returns what is wrong with a range that vary reported, to be freed; NULL:
 * nothing. */
static char *
range_fault (const gk_setup *setup, const gk_range *r)
{
  const gk_buffer *b;

  if (r->flags != 0)
    return xstrdup ("has flags, which must be 0");
  if (r->reserved != 0)
    return xstrdup ("has a reserved word that is not 0");
  if (r->buffer >= setup->n_buffers)
    return xasprintf ("is in buffer %" PRIu32 ", and there are %" PRIu32,
                      r->buffer, setup->n_buffers);
  b = &setup->buffers[r->buffer];
  if (!is_varied (b))
    return xasprintf ("is in '%s', which is %s", b->name,
                      b->role == GK_CONSTANT
                          ? "a constant and stays as fill left it"
                          : "no input");
  if (r->bytes > b->bytes || r->offset > b->bytes - r->bytes)
    return xasprintf ("lies outside of '%s', which has %" PRIu64
                      " bytes by setup",
                      b->name, b->bytes);
  return NULL;
}

/* False, with *why, where the ranges that vary reported can't be. */
static bool
check_ranges (const gk_setup *setup, const gk_range *range, uint64_t n,
              char **why)
{
  if (n > GK_MAX_RANGES) {
    *why = xasprintf ("vary: %" PRIu64 " ranges, at most %d; let one cover "
                      "several changes",
                      n, GK_MAX_RANGES);
    return false;
  }
  for (size_t i = 0; i < n; i++) {
    char *fault = range_fault (setup, &range[i]);

    if (fault != NULL) {
      *why = xasprintf ("vary: range %zu %s", i, fault);
      free (fault);
      return false;
    }
  }
  return true;
}

bool
inputs_vary (struct inputs *inputs, struct services *services, gk_data data,
             bool plant, gk_range range[GK_MAX_RANGES], uint64_t *n_ranges,
             char **why)
{
  gk_range *ranges = inputs->ranges;
  struct {
    gk_vary vary;
    char room[512]; /* a plugin of a later header may write after it */
  } args = { .vary
             = { .size = sizeof args.vary,
                 .data = data,
                 .seed = inputs->seed[data],
                 .generation = inputs->generation[data] + 1,
                 .buffers = inputs->views.input,
                 .ranges = ranges,
                 .max_ranges = GK_MAX_RANGES,
                 .flags = (plant ? GK_PLANT : 0)
                          | (inputs->planted[data] ? GK_PLANTED_LAST : 0) } };
  int status;
  bool ok;

  *n_ranges = 0;
  if (inputs->family->vary == NULL)
    return true;
  memset (ranges, 0, GK_MAX_RANGES * sizeof *ranges);
  services_clear (services);
  callback_begin (CALLBACK_VARY);
  status = inputs->family->vary (&services->host, inputs->setup->state,
                                 &args.vary);
  callback_end ();
  ok = status == GK_OK ? check_zones (inputs, "vary", why)
                             && check_ranges (inputs->setup, ranges,
                                              args.vary.n_ranges, why)
                       : set_failure (services, "vary", status, why);
  if (!ok) {
    inputs_spoil (inputs);
    return false;
  }
  inputs->generation[data]++;
  inputs->planted[data] = plant;
  *n_ranges = args.vary.n_ranges;
  inputs->version[data] += *n_ranges > 0;
  memcpy (range, ranges, *n_ranges * sizeof *range);
  return true;
}
