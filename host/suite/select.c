/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/names.h"
#include "base/xalloc.h"
#include "suite/job.h"
#include "suite/settings.h"

static bool
is_of (const struct variant_desc *variant, const struct family_desc *family)
{
  return strcmp (variant->family, family->name) == 0;
}

static bool
is_pattern (const char *text)
{
  return strpbrk (text, "*?[") != NULL;
}

char *
select_family_hint (const struct catalog *catalog, const char *name)
{
  const bool replaced = catalog->has_named && !catalog->has_defaults;
  struct nearest nearest = { .wanted = name };
  char *hint, *all = NULL;

  for (size_t i = 0; i < catalog->n_families; i++) {
    nearest_consider (&nearest, catalog->family[i]->name);
    all = list_append (all, catalog->family[i]->name);
  }
  if (nearest.best != NULL)
    hint = nearest_hint (&nearest);
  else
    hint = xasprintf (": there is %s%s%s%s", all != NULL ? all : "none",
                      replaced ? "; -p replaces " : "",
                      replaced ? catalog->folders : "",
                      replaced ? ", and -p +FILE adds to it" : "");
  free (all);
  return hint;
}

/* A family may be missing though some of its variants are here. */
static char *
family_hint (const struct catalog *catalog, const char *name)
{
  for (size_t i = 0; i < catalog->n_variants; i++)
    if (strcmp (catalog->variant[i]->family, name) == 0)
      return xasprintf (": plugin %s brings variants of it, and none here "
                        "brings the family",
                        catalog->variant[i]->plugin->name);
  return select_family_hint (catalog, name);
}

void
select_family (struct diagnostics *diagnostics, const struct catalog *catalog,
               const struct section *section, const struct entry *entry,
               struct job *job)
{
  const char *name = entry != NULL ? entry->value : section->name;
  char *hint;

  job->family = catalog_find_family (catalog, name);
  if (job->family != NULL)
    return;
  hint = family_hint (catalog, name);
  if (entry != NULL)
    diagnose_entry (diagnostics, section, entry, "unknown family '%s'%s", name,
                    hint);
  else
    diagnose_section (
        diagnostics, section,
        "unknown family '%s'%s (a section that is not named after "
        "its family needs family = NAME)",
        name, hint);
  free (hint);
}

/* Returns a hint to put after "no variant": that a list has commas, the
 * nearest name, else all. */
static char *
variant_hint (const struct catalog *catalog, const struct family_desc *family,
              const char *name)
{
  struct nearest nearest = { .wanted = name };
  char *hint, *all = NULL;

  if (list_blank_inside (name))
    return xstrdup (": " LIST_BLANK_HINT);
  for (size_t i = 0; i < catalog->n_variants; i++) {
    if (!is_of (catalog->variant[i], family))
      continue;
    nearest_consider (&nearest, catalog->variant[i]->name);
    all = list_append (all, catalog->variant[i]->name);
  }
  hint = nearest.best != NULL || all == NULL
             ? nearest_hint (&nearest)
             : xasprintf (": there is %s%s", all,
                          catalog->has_defaults && !catalog->has_named
                              ? "; name a plugin of your own with -p"
                              : "");
  free (all);
  return hint;
}

static bool
matches_any (const struct catalog *catalog, const struct family_desc *family,
             const char *pattern)
{
  for (size_t i = 0; i < catalog->n_variants; i++)
    if (is_of (catalog->variant[i], family)
        && fnmatch (pattern, catalog->variant[i]->name, 0) == 0)
      return true;
  return false;
}

/* Each pattern of a job's own entry must match a variant. */
static bool
check_patterns (struct diagnostics *diagnostics, const struct catalog *catalog,
                const struct section *section, const struct entry *entry,
                const struct family_desc *family, const struct list *patterns)
{
  bool good = true;
  char *hint;

  for (size_t i = 0; i < patterns->n; i++) {
    const char *pattern = patterns->item[i];

    if (matches_any (catalog, family, pattern))
      continue;
    hint = variant_hint (catalog, family, pattern);
    diagnose_entry (diagnostics, section, entry,
                    "variant: family %s has no variant%s "
                    "'%s'%s",
                    family->name, is_pattern (pattern) ? " that matches" : "",
                    pattern, hint);
    free (hint);
    good = false;
  }
  return good;
}

static bool
matches_patterns (const struct list *patterns, const char *name)
{
  for (size_t i = 0; i < patterns->n; i++)
    if (fnmatch (patterns->item[i], name, 0) == 0)
      return true;
  return false;
}

static void
add_variants (struct job *job, const struct catalog *catalog,
              const struct list *patterns)
{
  for (size_t i = 0; i < catalog->n_variants; i++) {
    const struct variant_desc *variant = catalog->variant[i];

    if (!is_of (variant, job->family)
        || !matches_patterns (patterns, variant->name))
      continue;
    XAPPEND (job->variant, job->n_variants)
        = (struct job_variant){ .variant = variant };
  }
}

bool
select_variants (struct diagnostics *diagnostics, const struct catalog *catalog,
                 const struct section *section, const struct entry *entry,
                 struct job *job)
{
  const char *text = entry != NULL
                         ? entry->value
                         : setting_at ((size_t)setting_find ("variant"))->text;
  struct list patterns;
  bool good = true;
  size_t index;

  if (!list_split (&patterns, text)) {
    diagnose_entry (diagnostics, section, entry, "variant: " LIST_EMPTY_HINT);
    return false;
  }
  if (entry != NULL && !diagnostics_is_default (diagnostics, entry, &index))
    good = check_patterns (diagnostics, catalog, section, entry, job->family,
                           &patterns);

  add_variants (job, catalog, &patterns);
  list_free (&patterns);

  if (job->n_variants == 0 && good)
    diagnose_section (diagnostics, section,
                      "no variant of family %s is selected by %s",
                      job->family->name, text);
  return good && job->n_variants > 0;
}

static bool
job_runs (const struct job *job, const char *name)
{
  for (size_t i = 0; i < job->n_variants; i++)
    if (strcmp (job->variant[i].variant->name, name) == 0)
      return true;
  return false;
}

/* Reports a baseline that the job does not run. */
static void
diagnose_baseline (struct diagnostics *diagnostics,
                   const struct catalog *catalog, const struct section *section,
                   const struct entry *entry, const struct family_desc *family,
                   const char *name)
{
  char *hint;

  if (matches_any (catalog, family, name) && !is_pattern (name)) {
    diagnose_entry (diagnostics, section, entry,
                    "baseline: variant '%s' is not among those this job runs: "
                    "add it to variant",
                    name);
    return;
  }
  hint = variant_hint (catalog, family, name);
  diagnose_entry (diagnostics, section, entry,
                  "baseline: family %s has no variant '%s'%s", family->name,
                  name, hint);
  free (hint);
}

void
select_baseline (struct diagnostics *diagnostics, const struct catalog *catalog,
                 const struct section *section, const struct entry *entry,
                 struct job *job)
{
  struct list names;
  bool is_default;
  size_t index;

  if (entry == NULL)
    return;
  is_default = diagnostics_is_default (diagnostics, entry, &index);
  if (!list_split (&names, entry->value)) {
    /* select_check_defaults reports it once for all jobs. */
    if (!is_default)
      diagnose_entry (diagnostics, section, entry,
                      "baseline: " LIST_EMPTY_HINT);
    return;
  }
  for (size_t i = 0; i < names.n; i++)
    if (job_runs (job, names.item[i]))
      job->baseline = list_append (job->baseline, names.item[i]);
    else if (!is_default)
      diagnose_baseline (diagnostics, catalog, section, entry, job->family,
                         names.item[i]);
  list_free (&names);
}

/* Reports a default baseline with the nearest variant of any job. */
static void
diagnose_default (struct diagnostics *diagnostics,
                  const struct catalog *catalog, const struct jobs *jobs,
                  const struct entry *entry, const char *name)
{
  struct nearest nearest = { .wanted = name };
  char *hint;

  for (size_t i = 0; i < jobs->n; i++)
    for (size_t j = 0; j < catalog->n_variants; j++)
      if (jobs->job[i].family != NULL
          && is_of (catalog->variant[j], jobs->job[i].family))
        nearest_consider (&nearest, catalog->variant[j]->name);
  hint = list_blank_inside (name) ? xstrdup (": " LIST_BLANK_HINT)
                                  : nearest_hint (&nearest);
  diagnose_entry (diagnostics, diagnostics->defaults, entry,
                  "%s: no job has a variant '%s'%s", entry->key, name, hint);
  free (hint);
}

static void
check_default_patterns (struct diagnostics *diagnostics,
                        const struct catalog *catalog, const struct jobs *jobs,
                        const struct entry *entry)
{
  struct list patterns;
  bool found;

  if (!list_split (&patterns, entry->value)) {
    diagnose_entry (diagnostics, diagnostics->defaults, entry,
                    "variant: " LIST_EMPTY_HINT);
    return;
  }
  for (size_t i = 0; i < patterns.n; i++) {
    found = false;
    for (size_t j = 0; j < jobs->n && !found; j++)
      found = jobs->job[j].family == NULL
              || matches_any (catalog, jobs->job[j].family, patterns.item[i]);
    if (!found)
      diagnose_default (diagnostics, catalog, jobs, entry, patterns.item[i]);
  }
  list_free (&patterns);
}

/* True, too, where a mistake leaves a job's variants unknown. */
static bool
any_job_runs (const struct jobs *jobs, const char *name)
{
  for (size_t i = 0; i < jobs->n; i++)
    if (jobs->job[i].family == NULL || jobs->job[i].n_variants == 0
        || job_runs (&jobs->job[i], name))
      return true;
  return false;
}

static void
check_default_baseline (struct diagnostics *diagnostics,
                        const struct catalog *catalog, const struct jobs *jobs,
                        const struct entry *entry)
{
  struct list names;

  if (!list_split (&names, entry->value)) {
    diagnose_entry (diagnostics, diagnostics->defaults, entry,
                    "baseline: " LIST_EMPTY_HINT);
    return;
  }
  for (size_t i = 0; i < names.n; i++)
    if (!any_job_runs (jobs, names.item[i]))
      diagnose_default (diagnostics, catalog, jobs, entry, names.item[i]);
  list_free (&names);
}

void
select_check_defaults (struct diagnostics *diagnostics,
                       const struct catalog *catalog, const struct jobs *jobs)
{
  const struct section *defaults = diagnostics->defaults;

  for (size_t i = 0; defaults != NULL && i < defaults->n_entries; i++) {
    const struct entry *entry = &defaults->entry[i];

    if (strcmp (entry->key, "variant") == 0)
      check_default_patterns (diagnostics, catalog, jobs, entry);
    else if (strcmp (entry->key, "baseline") == 0)
      check_default_baseline (diagnostics, catalog, jobs, entry);
  }
}
