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
#include "judge/examine.h"
#include "judge/judge.h"
#include "plugin/abi-names.h"
#include "plugin/option.h"

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
    munmap (inputs->copy, inputs->outputs.bytes);
  shared_close (&inputs->outputs);
  shared_close (&inputs->mark);
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
  if (!shared_make (&inputs->outputs, bytes)
      || !shared_make (&inputs->mark, sizeof *inputs->views.mark))
    return report_no_memory (bytes, "outputs", why);
  inputs->views.mark = inputs->mark.memory;
  views_set_addresses (inputs->setup, GK_OUTPUT, inputs->outputs.memory,
                       inputs->views.output);
  inputs->copy = mmap (NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (inputs->copy == MAP_FAILED) {
    inputs->copy = NULL;
    return report_no_memory (bytes, "a copy of the outputs", why);
  }
  /* Huge pages, where there are any, are protected at once.  The process that
   * times maps the pages of the outputs faster where they are there. */
  madvise (inputs->copy, bytes, MADV_HUGEPAGE);
  parallel_clear (inputs->outputs.memory, bytes);
  return true;
}

const struct shared *
inputs_set (const struct inputs *inputs, gk_data data)
{
  return inputs->set[data].memory != NULL ? &inputs->set[data] : &inputs->spare;
}

/* A fill that takes bytes for elements writes so many times as much as setup
 * asked for; more crashes. */
enum { STRAY = 8 };

static bool
make_set (const struct inputs *inputs, struct shared *set, char **why)
{
  uint64_t bytes = views_bytes (inputs->setup, GK_INPUT);

  /* A family may have outputs alone. */
  if (set->memory != NULL || bytes == 0)
    return true;
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

  if (!make_outputs (inputs, why)
      || !make_set (inputs, own || owned ? &inputs->set[data] : &inputs->spare,
                    why))
    return false;
  /* It may have been in the shared set before. */
  inputs->filled[data] &= owned || !own;
  views_set_addresses (inputs->setup, GK_INPUT,
                       inputs_set (inputs, data)->memory,
                       inputs->views.input[data]);
  return true;
}

/* Bytes that fill leaves out are zero, as they were the first time. */
static void
clear_set (struct shared *set)
{
  if (set->bytes > 0)
    parallel_clear (set->memory, set->bytes);
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

struct judge *
judge_new (void)
{
  struct judge *j = xcalloc (1, sizeof *j);

  services_init (&j->services);
  return j;
}

static void
tear_down (struct judge *j)
{
  callback_begin (CALLBACK_TEARDOWN);
  j->family->teardown (&j->services.host, j->setup.state);
  callback_end ();
}

void
judge_release_problem (struct judge *j)
{
  if (!j->holds)
    return;
  inputs_close (&j->inputs);
  examination_free (j->examination);
  j->examination = NULL;
  tear_down (j);
  problem_copy_free (&j->copy);
  j->holds = false;
}

void
judge_free (struct judge *j)
{
  judge_release_problem (j);
  services_free (&j->services);
  loaded_plugins_free (&j->loaded);
  free (j);
}

/* The family is named unless it skips: a skip is no fault. */
static void
set_why (const struct judge *j, int status, const char *reason, char **why)
{
  if (status == GK_SKIP)
    *why = xasprintf ("setup: %s", reason);
  else
    *why = xasprintf ("family %s: setup: %s", j->family->name, reason);
}

static bool
call_setup (struct judge *j, const struct set_up_request *request, int *status,
            char **why)
{
  gk_value *values = values_from_json (j->family->options, j->family->n_options,
                                       request->values, why);

  if (values == NULL)
    return false;
  j->setup = (gk_setup){ .size = sizeof j->setup, .seed = request->suite_seed };
  services_clear (&j->services);
  callback_begin (CALLBACK_SETUP);
  *status = j->family->setup (&j->services.host, values, &j->setup);
  callback_end ();
  free (values);
  if (*status == GK_OK)
    return true;
  *status = services_status (&j->services, "setup", *status);
  set_why (j, *status, services_reason (&j->services), why);
  return false;
}

const struct problem_copy *
judge_set_up (struct judge *j, const struct set_up_request *request,
              int *status, char **why)
{
  const struct plugin *plugin = loaded_plugins_get (
      &j->loaded, request->family_plugin, request->identity, why);
  const char *fault;
  char *later;

  *status = GK_FAIL;
  judge_release_problem (j);
  if (plugin == NULL)
    return NULL;
  j->family = &plugin->family;
  if (!call_setup (j, request, status, why))
    return NULL;
  later = problem_copy_later (&j->setup);
  fault = later != NULL ? later : problem_copy_fault (&j->setup);
  if (fault != NULL) {
    tear_down (j);
    *status = later != NULL ? GK_SKIP : GK_FAIL;
    set_why (j, *status, fault, why);
    free (later);
    return NULL;
  }
  j->copy = problem_copy_make (&j->setup);
  j->choices_beside = entropy_draw () >> 1;
  inputs_open (&j->inputs, j->family, &j->setup, request->seed);
  if (request->examine)
    j->examination = examination_new ();
  j->holds = true;
  return &j->copy;
}
