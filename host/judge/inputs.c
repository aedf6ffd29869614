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
                         .outputs.fd = -1,
                         .mark.fd = -1,
                         .spare.fd = -1,
                         .ranges = xmalloc (RANGES_ROOM * sizeof (gk_range)) };
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
  shared_close (&inputs->spare);
  free (inputs->ranges);
  if (inputs->copy != NULL)
    munmap (inputs->copy, inputs->outputs.mapped);
  shared_close (&inputs->outputs);
  shared_close (&inputs->mark);
}

/* ---- Memory of the problem before ---- */

static void
close_outputs (struct kept_memory *kept)
{
  if (kept->copy != NULL)
    munmap (kept->copy, kept->outputs.mapped);
  kept->copy = NULL;
  shared_close (&kept->outputs);
}

void
kept_memory_close (struct kept_memory *kept)
{
  close_outputs (kept);
  shared_close (&kept->set);
  shared_close (&kept->spare);
}

/* Moves memory, if there is any, and leaves none. */
static void
move_shared (struct shared *to, struct shared *from)
{
  if (from->memory == NULL)
    return;
  shared_close (to);
  *to = *from;
  *from = (struct shared){ .fd = -1 };
}

/* Of the kinds that have sets of their own, one is kept. */
void
inputs_keep_memory (struct inputs *inputs, struct kept_memory *kept)
{
  for (int i = 0; i < N_DATA; i++)
    if (inputs->set[i].memory != NULL)
      move_shared (&kept->set, &inputs->set[i]);
  move_shared (&kept->spare, &inputs->spare);
  if (inputs->outputs.memory == NULL)
    return;
  close_outputs (kept);
  move_shared (&kept->outputs, &inputs->outputs);
  kept->copy = inputs->copy;
  inputs->copy = NULL;
}

/* Frees what does not serve for a problem. */
void
kept_memory_trim (struct kept_memory *kept, const gk_setup *setup)
{
  const uint64_t inputs = views_bytes (setup, GK_INPUT);

  if (!shared_fits (&kept->set, inputs))
    shared_close (&kept->set);
  if (!shared_fits (&kept->spare, inputs))
    shared_close (&kept->spare);
  if (kept->copy == NULL
      || !shared_fits (&kept->outputs, views_bytes (setup, GK_OUTPUT)))
    close_outputs (kept);
}

/* Takes memory that is kept; false: none is. */
static bool
take_kept (struct shared *memory, struct shared *kept)
{
  if (kept->memory == NULL)
    return false;
  move_shared (memory, kept);
  return true;
}

uint64_t
inputs_held (const struct inputs *inputs)
{
  const struct kept_memory *kept = inputs->kept;
  uint64_t bytes = 2 * (uint64_t)inputs->outputs.bytes + inputs->spare.bytes;

  for (int i = 0; i < N_DATA; i++)
    bytes += inputs->set[i].bytes;
  if (kept != NULL)
    bytes += 2 * (uint64_t)kept->outputs.bytes + kept->set.bytes
             + kept->spare.bytes;
  return bytes;
}

static bool
report_no_memory (uint64_t bytes, const char *what, char **why)
{
  *why = xasprintf ("can't make %llu bytes of shared memory for %s: %s",
                    (unsigned long long)bytes, what, strerror (errno));
  return false;
}

/* Makes room for a copy of the outputs. */
static bool
make_copy (struct inputs *inputs)
{
  const size_t bytes = inputs->outputs.mapped;

  inputs->copy = mmap (NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (inputs->copy == MAP_FAILED) {
    inputs->copy = NULL;
    return false;
  }
  /* Huge pages, where there are any, are protected at once. */
  madvise (inputs->copy, bytes, MADV_HUGEPAGE);
  return true;
}

static bool
take_outputs (struct inputs *inputs)
{
  if (inputs->kept == NULL
      || !take_kept (&inputs->outputs, &inputs->kept->outputs))
    return false;
  inputs->copy = inputs->kept->copy;
  inputs->kept->copy = NULL;
  return true;
}

static bool
make_outputs (struct inputs *inputs, char **why)
{
  uint64_t bytes = views_bytes (inputs->setup, GK_OUTPUT);

  if (inputs->outputs.memory != NULL)
    return true;
  if (!shared_make (&inputs->mark, sizeof *inputs->views.mark)
      || (!take_outputs (inputs)
          && (!shared_make (&inputs->outputs, bytes) || !make_copy (inputs))))
    return report_no_memory (bytes, "outputs", why);
  inputs->views.mark = inputs->mark.memory;
  views_set_addresses (inputs->setup, GK_OUTPUT, inputs->outputs.memory,
                       inputs->views.output);
  /* The process that times maps pages faster where they are there. */
  parallel_clear (inputs->outputs.memory, bytes);
  return true;
}

const struct shared *
inputs_set (const struct inputs *inputs, gk_data data)
{
  return inputs->set[data].memory != NULL ? &inputs->set[data] : &inputs->spare;
}

/* Bytes that fill leaves out are zero, as they were the first time. */
static void
clear_set (struct shared *set)
{
  if (set->bytes > 0)
    parallel_clear (set->memory, set->bytes);
}

/* A fill that takes bytes for elements writes so many times as much as setup
 * asked for; more crashes. */
enum { STRAY = 8 };

static bool
make_set (const struct inputs *inputs, struct shared *set, struct shared *kept,
          char **why)
{
  uint64_t bytes = views_bytes (inputs->setup, GK_INPUT);

  /* A family may have outputs alone. */
  if (set->memory != NULL || bytes == 0)
    return true;
  if (kept != NULL && take_kept (set, kept)) {
    clear_set (set);
    return true;
  }
  if (!shared_make_with_room (set, bytes, STRAY * bytes))
    return report_no_memory (bytes, "inputs", why);
  if (shared_protect (set) && shared_map_reading (set))
    return true;
  *why = xasprintf ("can't protect inputs from the process that times: %s; "
                    "gkhost needs Linux 5.1 or later",
                    strerror (errno));
  shared_close (set);
  return false;
}

bool
inputs_make_room (struct inputs *inputs, gk_data data, bool own, char **why)
{
  const bool owned = inputs->set[data].memory != NULL;
  struct kept_memory *kept = inputs->kept;

  if (!make_outputs (inputs, why)
      || !(own || owned ? make_set (inputs, &inputs->set[data],
                                    kept != NULL ? &kept->set : NULL, why)
                        : make_set (inputs, &inputs->spare,
                                    kept != NULL ? &kept->spare : NULL, why)))
    return false;
  /* It may have been in the shared set before. */
  inputs->filled[data] &= owned || !own;
  views_set_addresses (inputs->setup, GK_INPUT,
                       inputs_set (inputs, data)->memory,
                       inputs->views.input[data]);
  return true;
}

/* Whatever kind the shared set held is gone. */
static void
claim_spare (struct inputs *inputs)
{
  for (int other = 0; other < N_DATA; other++)
    if (inputs->set[other].memory == NULL)
      inputs->filled[other] = false;
  clear_set (&inputs->spare);
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
inputs_spoil (struct inputs *inputs, gk_data data)
{
  clear_set (&inputs->set[data]);
  inputs->filled[data] = false;
}

/* False, with *why, where a callback wrote outside of the inputs. */
static bool
check_zones (struct inputs *inputs, gk_data data, const char *callback,
             char **why)
{
  const gk_setup *setup = inputs->setup;

  for (size_t i = 0; i < setup->n_buffers; i++) {
    const gk_buffer *b = &setup->buffers[i];
    const char *where = serves_as (b, GK_INPUT)
                            ? view_find_damage (b, inputs->views.input[data][i])
                            : NULL;

    if (where == NULL)
      continue;
    *why = xasprintf ("%s: it wrote %s '%s', which has %" PRIu64
                      " bytes by setup",
                      callback, where, b->name, b->bytes);
    inputs_spoil (inputs, data);
    return false;
  }
  return true;
}

bool
inputs_fill (struct inputs *inputs, struct services *services, gk_data data,
             char **why)
{
  int status;

  if (inputs->filled[data])
    return true;
  if (inputs->set[data].memory == NULL)
    claim_spare (inputs);
  services_clear (services);
  callback_begin (CALLBACK_FILL);
  status = inputs->family->fill (&services->host, inputs->setup->state, data,
                                 inputs->seed[data], inputs->views.input[data]);
  callback_end ();
  if (status != GK_OK)
    return set_failure (services, "fill", status, why);
  if (!check_zones (inputs, data, "fill", why))
    return false;
  inputs->filled[data] = true;
  inputs->generation[data] = 0;
  inputs->planted[data] = false;
  inputs->version[data] = entropy_draw ();
  return true;
}

bool
inputs_refill (struct inputs *inputs, struct services *services, gk_data data,
               uint64_t seed, char **why)
{
  inputs_spoil (inputs, data);
  inputs->seed[data] = seed;
  return inputs_fill (inputs, services, data, why);
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
                 .buffers = inputs->views.input[data],
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
  ok = status == GK_OK ? check_zones (inputs, data, "vary", why)
                             && check_ranges (inputs->setup, ranges,
                                              args.vary.n_ranges, why)
                       : set_failure (services, "vary", status, why);
  if (!ok) {
    inputs_spoil (inputs, data);
    return false;
  }
  inputs->generation[data]++;
  inputs->planted[data] = plant;
  *n_ranges = args.vary.n_ranges;
  inputs->version[data] += *n_ranges > 0;
  memcpy (range, ranges, *n_ranges * sizeof *range);
  return true;
}
