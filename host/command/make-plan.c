/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "base/pool.h"
#include "base/message.h"
#include "base/xalloc.h"
#include "command/make-plan.h"
#include "record/case-identity.h"
#include "record/journal.h"
#include "record/kept-limits.h"
#include "record/runs.h"
#include "run/discovery.h"

/* The cases of a file, in the sequence of their first records. */
struct outcomes {
  struct map map;
  struct pool pool;
  bool *failed;
  size_t n_failed, n_selected;
};

/* A case is identified within its job, without time limits or the build of its
 * plugin: both may have been changed for another try. */
static void
note_outcome (struct outcomes *outcomes, const struct case_record *record)
{
  const struct identity key = case_identity_in_job (record);
  size_t before = outcomes->map.n;
  struct map_entry *entry = map_find_or_add (&outcomes->map, &key, sizeof key);

  if (outcomes->map.n > before) {
    entry->key = pool_intern (&outcomes->pool, &key, sizeof key);
    outcomes->failed
        = xgrow (outcomes->failed, before, sizeof outcomes->failed[0]);
    outcomes->failed[before] = false;
  }
  outcomes->n_failed -= outcomes->failed[entry->number];
  outcomes->failed[entry->number] = !case_passes (record);
  outcomes->n_failed += outcomes->failed[entry->number];
}

static bool
has_failed (void *arg, const struct case_ *c)
{
  struct outcomes *outcomes = arg;
  struct pool pool = { 0 };
  const struct identity key = case_identity_in_job (case_record_new (&pool, c));
  const struct map_entry *entry = map_find (&outcomes->map, &key, sizeof key);
  bool failed = entry != NULL && outcomes->failed[entry->number];

  outcomes->n_selected += failed;
  pool_free (&pool);
  return failed;
}

static bool
complain_of_others (const struct outcomes *outcomes, const char *path)
{
  size_t failed = outcomes->n_failed, selected = outcomes->n_selected;

  if (failed == 0)
    message_print (
        "--only-failed: every case in %s passed or was skipped: there is "
        "nothing to run again",
        path);
  else if (selected == 0)
    message_print (
        "--only-failed: none of the %zu cases that failed in %s is among "
        "those of this suite and its devices",
        failed, path);
  else if (selected < failed)
    message_print (
        "--only-failed: of the %zu cases that failed in %s only %zu are "
        "among those of this suite and its devices",
        failed, path, selected);
  return selected > 0;
}

bool
only_failed_select (struct cases *cases, const char *path)
{
  struct outcomes outcomes = { 0 };
  struct runs runs;
  bool good;

  if (!runs_read (&runs, path))
    return false;
  for (size_t i = 0; i < runs.n; i++)
    for (size_t j = 0; j < runs.run[i].n; j++)
      if (records_case (&runs.run[i], j) != NULL)
        note_outcome (&outcomes, records_case (&runs.run[i], j));
  runs_free (&runs);
  cases_filter (cases, has_failed, &outcomes);
  good = complain_of_others (&outcomes, path);
  free (outcomes.failed);
  map_free (&outcomes.map);
  pool_free (&outcomes.pool);
  return good;
}

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
 * records that --resume or --only-failed names, else one new seed for all of
 * them.  Returns the new seed; 0: no job needed it. */
static int64_t
draw_seeds (struct jobs *jobs, const struct options *options)
{
  int64_t drawn;

  if (!any_lacks_seed (jobs))
    return 0;
  if (options->only_failed != NULL)
    kept_seeds_apply (jobs, options->only_failed);
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

/* Prints the text that is also printed for a device that is lost later. */
static void
complain_of_lost (const struct device_record *device)
{
  if (interrupt_signal () == 0)
    message_print ("%s is lost: %s; its cases fail",
                   text_or_empty (device->name), device->lost);
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
    complain_of_lost (&device[i]);
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
                                supervisor)
         && (options->only_failed == NULL
             || only_failed_select (&plan->cases, options->only_failed));
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
