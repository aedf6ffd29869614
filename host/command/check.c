/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gkhost check: loads a plugin and runs each of its variants on problems whose
 * sizes, and with tunables that, are the likely ones to break it.
 */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/message.h"
#include "base/interrupt.h"
#include "base/printable.h"
#include "base/xalloc.h"
#include "command/check-warnings.h"
#include "command/check-jobs.h"
#include "command/commands.h"
#include "command/make-plan.h"
#include "command/run-and-report.h"
#include "command/sanitize.h"
#include "run/supervisor.h"
#include "record/records.h"
#include "report/groups.h"
#include "report/report.h"
#include "suite/select.h"

/* The plugin's own description: the one of its path. */
static const struct plugin_desc *
find_plugin (const struct catalog *catalog, const char *path)
{
  char *absolute = realpath (path, NULL);
  const struct plugin_desc *plugin = NULL;

  for (size_t i = 0; i < catalog->n_plugins && absolute != NULL; i++)
    if (strcmp (catalog->plugin[i]->path, absolute) == 0)
      plugin = catalog->plugin[i];
  free (absolute);
  return plugin;
}

/* Says of every variant whose family is not there what it may have meant. */
static bool
families_known (const struct catalog *catalog, const struct plugin_desc *plugin)
{
  bool known = true;

  for (size_t i = 0; i < catalog->n_variants; i++) {
    const struct variant_desc *v = catalog->variant[i];
    char *hint;

    if (v->plugin != plugin || catalog_find_family (catalog, v->family) != NULL)
      continue;
    hint = select_family_hint (catalog, v->family);
    message_print ("%s: variant %s is for family '%s', which no plugin here "
                   "brings%s; name the plugin that brings it with -p",
                   plugin->path, v->name, v->family, hint);
    free (hint);
    known = false;
  }
  return known;
}

static bool
make_suite (struct check_jobs *jobs, const struct catalog *catalog,
            const struct plugin_desc *plugin, bool large)
{
  struct suite *suite = jobs->suite;

  if (!families_known (catalog, plugin))
    return false;
  *suite
      = (struct suite){ .path = xstrdup (plugin->path), .text = xstrdup ("") };
  for (size_t i = 0; i < catalog->n_families; i++)
    check_jobs_add (jobs, catalog, plugin, catalog->family[i], large);
  if (suite->n_sections > 0)
    return true;
  message_print ("%s: it brings no variant: there is nothing to check",
                 plugin->path);
  return false;
}

/* One sample a case is enough, and none should take long, even on a busy
 * machine. */
static void
start_job (void *user, const struct section *section, struct job *job)
{
  check_jobs_start (user, section, job);
  job->settings.sampling.min_samples = 1;
  job->settings.sampling.max_samples = 1;
  job->settings.sampling.timeout = 30;
}

/* A file, whatever is in it. */
static bool
is_file (const char *path)
{
  struct stat st;

  if (stat (path, &st) < 0)
    message_print ("%s: %s; name the .so of a plugin", path, strerror (errno));
  else if (S_ISDIR (st.st_mode))
    message_print ("%s: it is a directory; name a .so", path);
  else
    return true;
  return false;
}

/* What it brings, before its variants run. */
static bool
examine_plugin (struct plan *plan, struct check_jobs *jobs,
                const struct options *options)
{
  const char *path = options->argument[0];
  const struct plugin_desc *plugin;

  /* Variants for another plugin's family need that plugin too. */
  if (!is_file (path)
      || !plan_find_plugins (plan, &plan->catalog, options, path))
    return false;
  plugin = find_plugin (&plan->catalog, path);
  /* Under a sanitizer a launch takes a thousand times longer. */
  return plugin != NULL
         && make_suite (jobs, &plan->catalog, plugin, !options->sanitizer);
}

/* What came of it, but for what the cases say. */
static const char *
not_to_the_end (const struct plan *plan, const struct groups *groups)
{
  size_t n = 0;

  for (int status = 0; status < N_STATUS; status++)
    n += groups->count[status];
  if (interrupt_signal () != 0)
    return "interrupted";
  return n < plan->cases.n ? "gkhost itself failed" : NULL;
}

static bool
any_failed (const struct records *records, const struct groups *groups)
{
  for (int status = 0; status < N_STATUS; status++)
    if (!status_passes ((enum status)status) && groups->count[status] > 0)
      return true;
  return groups->n_suspect > 0 || records_fault (records) != NULL;
}

/* The last line, and the exit status: nothing is sound that did not run; and
 * what befell the host says nothing of the plugin. */
static int
print_verdict (FILE *out, const struct options *options,
               const struct plan *plan, const struct records *records,
               int status)
{
  const char *path = options->argument[0], *why;
  struct groups groups;

  check_warnings_print (out, &plan->catalog, find_plugin (&plan->catalog, path),
                        records);
  groups_make (&groups, records);
  why = not_to_the_end (plan, &groups);
  if (any_failed (records, &groups))
    print_line (out, "%s: not sound", path);
  else if (why != NULL)
    print_line (out, "%s: not checked to the end: %s", path, why);
  else if (groups.count[STATUS_OK] > 0)
    print_line (out, "%s: sound on all that ran", path);
  else {
    print_line (out, "%s: " NOTHING_RAN " (%s)", path,
                groups.n_skips > 0 ? groups.skip[0].reason : "there was none");
    if (status == EXIT_PASSED)
      status = EXIT_CASES;
  }
  groups_free (&groups);
  return status;
}

/* Nothing is known of a plugin where the device is not there that it was to be
 * checked on. */
static bool
devices_there (const struct cases *cases, const char *path)
{
  for (size_t i = 0; i < cases->n; i++)
    if (cases->case_[i].absent) {
      message_print ("%s: not checked: %s", path, cases->case_[i].skip);
      return false;
    }
  return true;
}

int
command_check (const struct options *options)
{
  struct supervisor *supervisor = supervisor_new (options->local);
  struct plan plan = { 0 };
  struct check_jobs jobs = { .suite = &plan.suite };
  const struct closing closing
      = { .report = report_check, .verdict = print_verdict };
  int status = EXIT_CASES;

  supervisor_examine (supervisor);
  if (examine_plugin (&plan, &jobs, options)
      && plan_make_of_suite (
          &plan, options,
          (struct job_presets){ .start = start_job, .user = &jobs }, supervisor)
      && devices_there (&plan.cases, options->argument[0]))
    status = options->sanitizer && !options->in_process
                 ? sanitize_cases (options, &plan.cases)
                 : run_and_report (&plan, options, supervisor, &closing);
  plan_free (&plan);
  check_jobs_free (&jobs);
  supervisor_free (supervisor);
  return status;
}
