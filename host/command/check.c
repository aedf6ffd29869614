/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gkhost check: loads a plugin and runs each of its variants on problems that
 * are likely to break it: awkward sizes, all types and layouts, extreme
 * tunables (check-jobs.c).  It makes a suite of such jobs and runs it as any
 * suite, with one sample a case.  run/runner.c leaves out cases of variants
 * that crashed or hung, and large ones that would take long.
 */
#include <config.h>

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/interrupt.h"
#include "base/text.h"
#include "base/message.h"
#include "base/printable.h"
#include "base/xalloc.h"
#include "bench/settings.h"
#include "command/commands.h"
#include "plugin/abi-names.h"
#include "record/records.h"
#include "report/groups.h"
#include "report/report.h"
#include "run/run-cases.h"
#include "run/supervisor.h"
#include "suite/job.h"

/* Returns the description of the plugin at path; NULL: it was not loaded. */
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

/* False, after a message for each variant whose family no plugin has. */
static bool
check_families (const struct catalog *catalog, const struct plugin_desc *plugin)
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

  if (!check_families (catalog, plugin))
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

/* One sample a case is enough.  The limit of 30 s is for a busy machine. */
static void
start_job (void *user, const struct section *section, struct job *job)
{
  check_jobs_start (user, section, job);
  job->settings.sampling.min_samples = 1;
  job->settings.sampling.max_samples = 1;
  job->settings.sampling.timeout = 30;
}

/* False, after a message, unless path can be opened as a plugin's file. */
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

/* Loads the plugin and makes the suite of its jobs. */
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
  /* Under a sanitizer a launch takes a thousand times as long: no large jobs.
   */
  return plugin != NULL
         && make_suite (jobs, &plan->catalog, plugin, !options->sanitizer);
}

/* ---- Warnings: doubtful tables, and doubtful work ---- */

/* More operations than any device does during a run. */
#define MOST_OPS 1e30

/* The warnings so far: many cases of a family lead to the same one. */
struct printed_warnings {
  char **line;
  size_t n;
};

/* Frees text, or keeps it in printed.  One that begins with the same `key`
 * bytes is the same. */
static void
print_once (FILE *out, struct printed_warnings *printed, char *text, size_t key)
{
  for (size_t i = 0; i < printed->n; i++)
    if (strncmp (printed->line[i], text, key) == 0) {
      free (text);
      return;
    }
  wrap_print (out, "warning: ", strlen ("warning: "), text);
  XAPPEND (printed->line, printed->n) = text;
}

/* The set of element types that problems of the family can have. */
static uint64_t
dtypes_of (const struct family_desc *family)
{
  uint64_t all = 0;

  for (size_t i = 0; i < family->options.n; i++)
    if (family->options.option[i].type == GK_DTYPE)
      all |= family->options.option[i].allowed;
  return all;
}

static char *
names_in (uint64_t mask)
{
  char *list = NULL;

  for (size_t i = 0; i < dtype_names.n; i++)
    if ((mask & GK_BIT (i)) != 0)
      list = list_append (list, dtype_names.name[i]);
  return list;
}

/* Finds a number of a type where a set of types belongs: the number is a type
 * of the family, but the set with those bits is not all of the family's.
 * Returns the warning, to be freed, or NULL. */
static char *
find_mask_mistake (const struct family_desc *family,
                   const struct variant_desc *v)
{
  uint64_t all = dtypes_of (family);
  char name[16] = "", *set, *text;

  if (v->dtypes == 0 || v->dtypes >= dtype_names.n || all == 0
      || (v->dtypes & ~all) == 0 || (all & GK_BIT (v->dtypes)) == 0)
    return NULL;
  for (size_t i = 0; dtype_names.name[v->dtypes][i] != '\0'; i++)
    name[i] = (char)toupper ((unsigned char)dtype_names.name[v->dtypes][i]);
  set = names_in (v->dtypes);
  text = xasprintf ("variant %s accepts the types %s, not all of which %s has: "
                    ".dtypes = GK_%s is no set; write GK_BIT (GK_%s)",
                    v->name, set, family->name, name, name);
  free (set);
  return text;
}

/* Finds a mistake in the work that the family or the variant of a case
 * reported. Returns the warning, to be freed, or NULL. */
static char *
find_cost_mistake (const struct case_record *r)
{
  if (r->result.status != STATUS_OK)
    return NULL;
  if (r->result.work.bytes == 0 && r->result.work.ops == 0)
    return xasprintf ("family %s reports no bytes and no operations for its "
                      "problems, so that there is no rate: set work in setup",
                      r->family);
  if (r->result.work.ops > MOST_OPS)
    return xasprintf ("family %s reports over %g operations for a problem, "
                      "which no run completes: correct work in setup",
                      r->family, MOST_OPS);
  if (r->result.variant_work.ops > MOST_OPS)
    return xasprintf ("variant %s reports over %g operations for a problem, "
                      "which no run completes: correct its work",
                      r->variant, MOST_OPS);
  if (r->result.work.buffers > 0
      && r->result.work.bytes > r->result.work.buffers)
    return xasprintf ("family %s reports more bytes to move than all of its "
                      "buffers have: count each byte once in work",
                      r->family);
  return NULL;
}

/* True when no problem of the family settled a doubt. */
static bool
is_unsettled (const struct records *records, const char *family,
              const char *doubt)
{
  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *r = records_case (records, i);

    if (r != NULL && r->result.doubts.n > 0 && strcmp (r->family, family) == 0
        && !texts_contain (&r->result.doubts, doubt))
      return false;
  }
  return true;
}

/* True when the callback that a doubt begins with has a fault already. */
static bool
has_fault (const struct records *records, const char *family, const char *doubt)
{
  for (size_t i = 0; i < records->n; i++) {
    const struct fault_record *f = records_fault_at (records, i);

    if (f != NULL && f->callback != NULL && strcmp (f->family, family) == 0
        && strncmp (doubt, f->callback, strlen (f->callback)) == 0)
      return true;
  }
  return false;
}

/* Prints what the problem of a case makes doubtful, and no other problem
 * settles. */
static void
print_doubts (FILE *out, struct printed_warnings *printed,
              const struct records *records, const struct case_record *r)
{
  const struct texts *doubts = &r->result.doubts;

  /* Behind the word that says that there are some. */
  for (size_t i = 1; i < doubts->n; i++)
    if (is_unsettled (records, r->family, doubts->text[i])
        && !has_fault (records, r->family, doubts->text[i]))
      print_once (out, printed,
                  xasprintf ("family %s: %s", r->family, doubts->text[i]),
                  SIZE_MAX);
}

/* The number of bytes differs from case to case. */
static void
print_growth (FILE *out, struct printed_warnings *printed,
              const struct case_record *r)
{
  const struct texts *log = &r->result.log;
  char *lead = xasprintf ("variant %s: ", r->variant);

  for (size_t i = 0; i < log->n; i++)
    if (strncmp (log->text[i], LAUNCH_GROWS, strlen (LAUNCH_GROWS)) == 0)
      print_once (out, printed,
                  xasprintf ("%s%s", lead, log->text[i] + strlen ("gkhost: ")),
                  strlen (lead) + strlen (LAUNCH_GROWS) - strlen ("gkhost: "));
  free (lead);
}

void
check_warnings_print (FILE *out, const struct catalog *catalog,
                      const struct plugin_desc *plugin,
                      const struct records *records)
{
  struct printed_warnings printed = { 0 };

  for (size_t i = 0; i < catalog->n_variants; i++) {
    const struct variant_desc *v = catalog->variant[i];
    const struct family_desc *family = catalog_find_family (catalog, v->family);
    char *warning = v->plugin == plugin && family != NULL
                        ? find_mask_mistake (family, v)
                        : NULL;

    if (warning != NULL)
      print_once (out, &printed, warning, SIZE_MAX);
  }
  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *r = records_case (records, i);
    char *warning = r != NULL ? find_cost_mistake (r) : NULL;

    if (warning != NULL)
      print_once (out, &printed, warning, SIZE_MAX);
    if (r != NULL) {
      print_doubts (out, &printed, records, r);
      print_growth (out, &printed, r);
    }
  }
  for (size_t i = 0; i < printed.n; i++)
    free (printed.line[i]);
  free (printed.line);
}

/* ---- The command ---- */

/* Why not all cases have run; NULL: all have. */
static const char *
why_incomplete (const struct plan *plan, const struct groups *groups)
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

static void
print_sound (FILE *out, const char *path, const struct groups *groups)
{
  const size_t n = groups->count[STATUS_OK];
  size_t left_out = 0;
  char *rest;

  for (size_t i = 0; i < groups->n_skips; i++)
    if (strcmp (groups->skip[i].reason, TOO_LONG_TO_CHECK) == 0)
      left_out += groups->skip[i].n;
  rest = left_out > 0 ? xasprintf (", %zu left out as too slow here", left_out)
                      : xstrdup ("");
  print_line (out, "%s: sound: %zu case%s%s", path, n, n > 1 ? "s" : "", rest);
  free (rest);
}

/* Why nothing ran: what a variant said that was asked, where one was. */
static const char *
why_nothing_ran (const struct records *records, const struct groups *groups)
{
  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *c = records_case (records, i);

    if (c != NULL && !isnan (c->result.spent.total_s)
        && c->result.reason != NULL)
      return c->result.reason;
  }
  return groups->n_skips > 0 ? groups->skip[0].reason : "there was none";
}

/* Prints the last line.  A plugin of which nothing ran is not called sound, and
 * an error of the host does not make it unsound.  Returns the exit status. */
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
  why = why_incomplete (plan, &groups);
  if (any_failed (records, &groups))
    print_line (out, "%s: not sound", path);
  else if (why != NULL)
    print_line (out, "%s: not checked to the end: %s", path, why);
  else if (groups.count[STATUS_OK] > 0)
    print_sound (out, path, &groups);
  else {
    print_line (out, "%s: " NOTHING_RAN " (%s)", path,
                why_nothing_ran (records, &groups));
    if (status == EXIT_PASSED)
      status = EXIT_SKIPPED;
  }
  groups_free (&groups);
  return status;
}

/* False, after a message, when a device that the user named is not there:
 * nothing is then known about the plugin. */
static bool
check_devices_found (const struct cases *cases, const char *path)
{
  for (size_t i = 0; i < cases->n; i++)
    if (cases->case_[i].absent) {
      message_print ("%s: not checked: %s", path, cases->case_[i].skip);
      return false;
    }
  return true;
}

static int
run_jobs (struct plan *plan, struct check_jobs *jobs,
          const struct options *options, struct supervisor *supervisor)
{
  const struct closing closing
      = { .report = report_check, .verdict = print_verdict };

  if (!plan_make_of_suite (
          plan, options,
          (struct job_presets){ .start = start_job, .user = jobs }, supervisor))
    return EXIT_USAGE;
  if (!check_devices_found (&plan->cases, options->argument[0]))
    return EXIT_CASES;
  return options->sanitizer && !options->in_process
             ? sanitize_cases (options, &plan->cases)
             : run_and_report (plan, options, supervisor, &closing);
}

int
command_check (const struct options *options)
{
  struct supervisor *supervisor = supervisor_new (options->local);
  struct plan plan = { 0 };
  struct check_jobs jobs = { .suite = &plan.suite };
  int status = EXIT_CASES;

  supervisor_examine (supervisor);
  if (examine_plugin (&plan, &jobs, options))
    status = run_jobs (&plan, &jobs, options, supervisor);
  plan_free (&plan);
  check_jobs_free (&jobs);
  supervisor_free (supervisor);
  return status;
}
