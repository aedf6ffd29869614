/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <limits.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/random.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "base/pool.h"
#include "base/message.h"
#include "base/xalloc.h"
#include "command/commands.h"
#include "record/kept-limits.h"
#include "record/runs.h"
#include "run/discovery.h"

/* The kind that a variant runs on, as a set; empty when it can run on no device
 * at all. */
static uint32_t
kind_of (const struct variant_desc *variant)
{
  if (variant->unusable != NULL || variant->missing != NULL
      || (size_t)variant->device >= N_DEVICE_KINDS)
    return 0;
  return GK_BIT (variant->device);
}

/* The kinds of device that a variant could run on or that a job names.  The
 * drivers of others are not started, which takes a while.  The CPU is always
 * described, as part of the machine. */
static uint32_t
kinds_wanted (const struct jobs *jobs)
{
  uint32_t kinds = GK_BIT (GK_CPU);

  for (size_t i = 0; i < jobs->n; i++) {
    const struct job *job = &jobs->job[i];
    const struct selectors *devices = &job->devices;

    for (size_t j = 0; j < devices->n; j++)
      if (devices->item[j].type != SELECT_AUTO)
        kinds |= GK_BIT (devices->item[j].kind);
      else
        for (size_t k = 0; k < job->n_variants; k++)
          kinds |= kind_of (job->variant[k].variant);
  }
  return kinds;
}

static bool
lacks_seed (const struct job *job)
{
  return job->search.kind == SEARCH_RANDOM && job->search.seed == 0;
}

static bool
any_lacks_seed (const struct jobs *jobs)
{
  for (size_t i = 0; i < jobs->n; i++)
    if (lacks_seed (&jobs->job[i]))
      return true;
  return false;
}

/* Gives a seed to each job with a random search that has none: the seed of the
 * records that --resume continues, else one new seed for all of them.  Returns
 * the new seed; 0: no job needed it. */
static int64_t
draw_seeds (struct jobs *jobs, const struct options *options)
{
  int64_t drawn;

  if (!any_lacks_seed (jobs))
    return 0;
  if (options->resume != RESUME_NOT)
    kept_seeds_apply (jobs, options->output);
  if (!any_lacks_seed (jobs))
    return 0;
  /* 32 bits: few enough digits to type. */
  drawn = (int64_t)(entropy_draw () >> 32 | 1);
  for (size_t i = 0; i < jobs->n; i++)
    if (lacks_seed (&jobs->job[i]))
      jobs->job[i].search.seed = drawn;
  return drawn;
}

static void
list_devices (struct device_list *list, const struct device_records *found)
{
  const struct device_record *device = found->devices.item;

  list->device = xcalloc (found->devices.n, sizeof *list->device);
  list->n = found->devices.n;
  for (size_t i = 0; i < list->n; i++) {
    int64_t capability = device[i].capability;

    list->device[i].name
        = xstrdup (device[i].name != NULL ? device[i].name : "?");
    list->device[i].capability
        = capability > 0 && capability < UINT_MAX ? (unsigned)capability : 0;
    if (device[i].lost == NULL)
      continue;
    list->device[i].lost = xstrdup (device[i].lost);
    /* A device that is lost later gets the same text. */
    if (interrupt_signal () == 0)
      message_print ("%s is lost: %s; its cases fail",
                     text_or_empty (device[i].name), device[i].lost);
  }
  for (int kind = 0; kind < N_DEVICE_KINDS; kind++)
    if (found->absent[kind] != NULL)
      list->absent[kind] = xstrdup (found->absent[kind]);
}

/* Parses -d, which holds for all jobs, before any of them: one message. */
static bool
parse_devices (struct selectors *devices, const char *text)
{
  struct selector selector;
  struct list list = { 0 };
  bool ok = list_split (&list, text);
  char *forms;

  for (size_t i = 0; ok && i < list.n; i++) {
    ok = selector_parse (&selector, list.item[i]);
    selectors_append (devices, &selector);
  }
  list_free (&list);
  if (ok)
    return true;
  forms = selector_forms ();
  message_print ("-d %s: there is no such device; give %s", text, forms);
  free (forms);
  return false;
}

static bool
apply_settings (struct suite *suite, const struct options *options)
{
  bool ok = true;

  for (size_t i = 0; i < options->n_sets; i++)
    ok &= suite_set (suite, options->set[i]);
  return ok;
}

static void
complain_of_no_family (const struct catalog *catalog)
{
  if (catalog->has_defaults)
    message_print (
        "no plugin in %s brings a family; name a folder of plugins with "
        "-p or in GKHOST_PLUGIN_PATH",
        catalog->folders);
  else
    message_print (
        "no plugin named with -p brings a family; -p replaces %s, and "
        "-p +FILE adds to it",
        catalog->folders);
}

bool
plan_find_plugins (struct plan *plan, struct catalog *catalog,
                   const struct options *options, const char *file)
{
  const char **paths = xcalloc (options->n_plugins + 2, sizeof *paths);
  double start = clock_now ();
  size_t n = 0;
  bool ok;

  if (file != NULL)
    paths[n++] = file;
  if (options->n_plugins == 0)
    paths[n++] = DISCOVERY_DEFAULT;
  for (size_t i = 0; i < options->n_plugins; i++)
    paths[n++] = options->plugin[i];
  ok = discover_plugins (catalog, paths, n);
  free (paths);
  plan->seconds += clock_now () - start;
  return ok;
}

bool
plan_make_of_suite (struct plan *plan, const struct options *options,
                    struct job_presets presets, struct supervisor *supervisor)
{
  double start = clock_now ();
  struct selectors devices = { 0 };
  bool ok
      = (options->device == NULL || parse_devices (&devices, options->device))
        && apply_settings (&plan->suite, options);

  if (ok && plan->catalog.n_families == 0) {
    complain_of_no_family (&plan->catalog);
    ok = false;
  }
  presets.devices = options->device != NULL ? &devices : NULL;
  ok = ok && jobs_make (&plan->jobs, &plan->suite, &plan->catalog, &presets);
  if (ok) {
    plan->found = supervisor_devices (supervisor, kinds_wanted (&plan->jobs),
                                      &plan->pool);
    plan->drawn_seed = draw_seeds (&plan->jobs, options);
    kept_limits_apply (&plan->found, &plan->pool);
    list_devices (&plan->devices, &plan->found);
    ok = cases_make (&plan->cases, &plan->jobs, &plan->devices, options->only);
  }
  selectors_free (&devices);
  plan->seconds += clock_now () - start;
  return ok;
}

bool
plan_make (struct plan *plan, const struct options *options,
           struct supervisor *supervisor)
{
  *plan = (struct plan){ 0 };
  return suite_read (&plan->suite, options->suite)
         && plan_find_plugins (plan, &plan->catalog, options, NULL)
         && plan_make_of_suite (plan, options, (struct job_presets){ 0 },
                                supervisor);
}

bool
plan_keeps_inputs (const struct plan *plan, const char *path)
{
  bool ok = journal_keeps_input (path, plan->suite.path);

  for (size_t i = 0; ok && i < plan->catalog.n_plugins; i++)
    ok = journal_keeps_input (path, plan->catalog.plugin[i]->path);
  return ok
         && (plan->other == NULL
             || journal_keeps_input (path, plan->other->path));
}

void
plan_free (struct plan *plan)
{
  cases_free (&plan->cases);
  jobs_free (&plan->jobs);
  for (size_t i = 0; i < plan->devices.n; i++) {
    free (plan->devices.device[i].name);
    free (plan->devices.device[i].lost);
  }
  free (plan->devices.device);
  for (int kind = 0; kind < N_DEVICE_KINDS; kind++)
    free (plan->devices.absent[kind]);
  pool_free (&plan->pool);
  catalog_close (&plan->catalog);
  suite_free (&plan->suite);
}
