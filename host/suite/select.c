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
select_family (struct job_builder *builder)
{
  const struct entry *entry = suite_entry (&builder->diagnostics, "family");
  const char *name
      = entry != NULL ? entry->value : builder->diagnostics.section->name;
  char *hint;

  builder->job->family = catalog_find_family (builder->catalog, name);
  if (builder->job->family != NULL)
    return;
  hint = family_hint (builder->catalog, name);
  if (entry != NULL)
    diagnose_entry (&builder->diagnostics, entry, "unknown family '%s'%s", name,
                    hint);
  else
    diagnose_section (&builder->diagnostics,
                      "unknown family '%s'%s (a section that is not named "
                      "after its family needs family = NAME)",
                      name, hint);
  free (hint);
}

/* Returns a hint to put after "no variant": that a list has commas, the
 * nearest name, else all. */
static char *
variant_hint (const struct job_builder *builder, const char *name)
{
  const struct catalog *catalog = builder->catalog;
  struct nearest nearest = { .wanted = name };
  char *hint, *all = NULL;

  if (list_blank_inside (name))
    return xstrdup (": " LIST_BLANK_HINT);
  for (size_t i = 0; i < catalog->n_variants; i++) {
    if (!is_of (catalog->variant[i], builder->job->family))
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

/* Splits the value of an entry; false after a message. */
static bool
split_names (struct list *names, struct job_builder *builder,
             const struct entry *entry)
{
  bool good = list_split (names, entry->value);

  if (!good)
    diagnose_entry (&builder->diagnostics, entry, "%s: " LIST_EMPTY_HINT,
                    entry->key);
  return good;
}

/* Each pattern of a job's own entry must match a variant. */
static bool
check_patterns (struct job_builder *builder, const struct entry *entry,
                const struct list *patterns)
{
  const struct family_desc *family = builder->job->family;
  bool good = true;
  char *hint;

  for (size_t i = 0; i < patterns->n; i++) {
    const char *pattern = patterns->item[i];

    if (matches_any (builder->catalog, family, pattern))
      continue;
    hint = variant_hint (builder, pattern);
    diagnose_entry (&builder->diagnostics, entry,
                    "variant: family %s has no variant%s '%s'%s", family->name,
                    is_pattern (pattern) ? " that matches" : "", pattern, hint);
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

/* Returns a hint of a variant for a family that is nowhere, and has nearly this
 * name; to be freed. */
static char *
astray_hint (const struct catalog *catalog, const struct family_desc *family)
{
  for (size_t i = 0; i < catalog->n_variants; i++) {
    const struct variant_desc *v = catalog->variant[i];
    struct nearest nearest = { .wanted = v->family };

    if (catalog_find_family (catalog, v->family) != NULL)
      continue;
    nearest_consider (&nearest, family->name);
    if (nearest.best != NULL)
      return xasprintf ("; variant %s of plugin %s is for family '%s', which "
                        "is not here: did you mean '%s'?",
                        v->name, v->plugin->name, v->family, family->name);
  }
  return xstrdup ("");
}

bool
select_variants (struct job_builder *builder)
{
  const struct entry *entry = suite_entry (&builder->diagnostics, "variant");
  const char *text = entry != NULL
                         ? entry->value
                         : setting_at ((size_t)setting_find ("variant"))->text;
  const struct catalog *catalog = builder->catalog;
  struct job *job = builder->job;
  struct list patterns;
  bool good = true;

  if (entry != NULL ? !split_names (&patterns, builder, entry)
                    : !list_split (&patterns, text))
    return false;
  if (entry != NULL && !diagnostics_is_default (&builder->diagnostics, entry))
    good = check_patterns (builder, entry, &patterns);
  for (size_t i = 0; i < catalog->n_variants; i++)
    if (is_of (catalog->variant[i], job->family)
        && matches_patterns (&patterns, catalog->variant[i]->name))
      XAPPEND (job->variant, job->n_variants)
          = (struct job_variant){ .variant = catalog->variant[i] };
  list_free (&patterns);

  if (job->n_variants == 0 && good) {
    char *hint = astray_hint (catalog, job->family);

    diagnose_section (&builder->diagnostics,
                      "no variant of family %s is selected by %s%s",
                      job->family->name, text, hint);
    free (hint);
  }
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
diagnose_baseline (struct job_builder *builder, const struct entry *entry,
                   const char *name)
{
  const struct family_desc *family = builder->job->family;
  char *hint;

  if (matches_any (builder->catalog, family, name) && !is_pattern (name)) {
    diagnose_entry (&builder->diagnostics, entry,
                    "baseline: variant '%s' is not among those this job runs: "
                    "add it to variant",
                    name);
    return;
  }
  hint = variant_hint (builder, name);
  diagnose_entry (&builder->diagnostics, entry,
                  "baseline: family %s has no variant '%s'%s", family->name,
                  name, hint);
  free (hint);
}

void
select_baseline (struct job_builder *builder)
{
  const struct entry *entry = suite_entry (&builder->diagnostics, "baseline");
  struct job *job = builder->job;
  struct list names;

  if (entry == NULL || !split_names (&names, builder, entry))
    return;
  for (size_t i = 0; i < names.n; i++)
    if (job_runs (job, names.item[i]))
      job->baseline = list_append (job->baseline, names.item[i]);
    else if (!diagnostics_is_default (&builder->diagnostics, entry))
      diagnose_baseline (builder, entry, names.item[i]);
  list_free (&names);
}

/* Reports a name in a default with the nearest variant of any job. */
static void
diagnose_default (struct job_builder *builder, const struct jobs *jobs,
                  const struct entry *entry, const char *name)
{
  const struct catalog *catalog = builder->catalog;
  struct nearest nearest = { .wanted = name };
  char *hint;

  for (size_t i = 0; i < jobs->n; i++)
    for (size_t j = 0; j < catalog->n_variants; j++)
      if (jobs->job[i].family != NULL
          && is_of (catalog->variant[j], jobs->job[i].family))
        nearest_consider (&nearest, catalog->variant[j]->name);
  hint = list_blank_inside (name) ? xstrdup (": " LIST_BLANK_HINT)
                                  : nearest_hint (&nearest);
  diagnose_entry (&builder->diagnostics, entry,
                  "%s: no job has a variant '%s'%s", entry->key, name, hint);
  free (hint);
}

/* True where a job has the variant, or for a baseline runs it; also where a
 * mistake leaves a job's variants unknown. */
static bool
any_job_has (const struct catalog *catalog, const struct jobs *jobs,
             const char *name, bool baseline)
{
  for (size_t i = 0; i < jobs->n; i++) {
    const struct job *job = &jobs->job[i];

    if (job->family == NULL
        || (baseline ? job->n_variants == 0 || job_runs (job, name)
                     : matches_any (catalog, job->family, name)))
      return true;
  }
  return false;
}

void
select_check_default (struct job_builder *builder, const struct jobs *jobs,
                      const struct entry *entry)
{
  const bool baseline = strcmp (entry->key, "baseline") == 0;
  struct list names;

  if ((!baseline && strcmp (entry->key, "variant") != 0)
      || !split_names (&names, builder, entry))
    return;
  for (size_t i = 0; i < names.n; i++)
    if (!any_job_has (builder->catalog, jobs, names.item[i], baseline))
      diagnose_default (builder, jobs, entry, names.item[i]);
  list_free (&names);
}
