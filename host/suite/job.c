/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "suite/job.h"

/* ---- The search ------------------------------------------------------------
 */

#define ALL "all"
#define RANDOM "random"

/* A suite has no more cases. */
static const gk_option number
    = { .name = "search", .type = GK_INT, .min = 1, .max = 1000000 };
/* 0 in a record means that it is absent. */
static const gk_option seed
    = { .name = "search_seed", .type = GK_INT, .min = 1, .max = INT64_MAX };

/* Parses one whole number; returns what is wrong with it, or NULL. */
static char *
parse_number (const gk_option *option, const char *text, int64_t *value)
{
  struct sweep sweep;
  char *why;

  if (!sweep_parse (&sweep, option, text, &why))
    return why;
  *value = sweep.value[0].i;
  why = sweep.n > 1 ? xstrdup ("takes one value, not a list") : NULL;
  sweep_free (&sweep);
  return why;
}

/* Returns the text after the word "random"; NULL: it is another word. */
static const char *
behind_random (const char *text)
{
  const size_t n = strlen (RANDOM);

  if (strncmp (text, RANDOM, n) != 0
      || (text[n] != '\0' && strchr (" \t", text[n]) == NULL))
    return NULL;
  return text + n + strspn (text + n, " \t");
}

char *
search_parse (struct search *search, const char *text)
{
  const char *n = behind_random (text);

  if (strcmp (text, ALL) == 0)
    search->kind = SEARCH_ALL;
  else if (n != NULL && *n != '\0') {
    search->kind = SEARCH_RANDOM;
    return parse_number (&number, n, &search->n);
  } else if (n != NULL)
    return xstrdup ("of how many combinations? write a number, as in "
                    "random 50");
  else if (strcmp (text, "descent") == 0)
    return xstrdup ("descent was removed: write all for a sweep, or random and "
                    "a number, as in random 50, or search with Kernel Tuner");
  else
    return xasprintf ("there is no search '%s': write all, or random and a "
                      "number, as in random 50",
                      text);
  return NULL;
}

char *
search_parse_seed (struct search *search, const char *text)
{
  return parse_number (&seed, text, &search->seed);
}

char *
search_text (const struct search *search)
{
  return search->kind == SEARCH_RANDOM
             ? xasprintf (RANDOM " %" PRId64, search->n)
             : xstrdup (ALL);
}

/* ---- The job --------------------------------------------------------------
 */

/* Applies an entry of the job's own section, or a default for a key that the
 * section lacks.  False when the job has no such key. */
static bool
apply_entry (struct job_builder *builder, const struct entry *entry)
{
  int i = setting_find (entry->key);

  if (i >= 0) {
    builder_apply_setting (builder, (size_t)i, entry);
    return true;
  }
  return builder->job->family == NULL || builder_apply_option (builder, entry);
}

static void
apply_entries (struct job_builder *builder)
{
  const struct section *defaults = builder->diagnostics.defaults;
  const struct section *own = builder->diagnostics.section;

  for (size_t i = 0; defaults != NULL && i < defaults->n_entries; i++)
    if (section_entry (own, defaults->entry[i].key) == NULL
        && apply_entry (builder, &defaults->entry[i]))
      builder->used[i] = true;
  for (size_t i = 0; i < own->n_entries; i++)
    if (!apply_entry (builder, &own->entry[i]))
      builder_diagnose_unknown (builder, &own->entry[i]);
  builder_apply_default_devices (builder);
}

/* Selects the family, the variants and the baseline. */
static void
select_all (struct job_builder *builder)
{
  select_family (builder);
  if (builder->job->family == NULL)
    return;
  builder->variants_good = select_variants (builder);
  /* A baseline that is not selected may follow from a mistake there. */
  if (builder->variants_good)
    select_baseline (builder);
  builder_start_options (builder->job);
}

static void
make_job (struct job_builder *builder, const struct section *section,
          struct job *job)
{
  const struct job_presets *presets = builder->presets;

  builder->diagnostics.section = section;
  builder->job = job;
  builder->variants_good = false;
  *job = (struct job){ .name = xstrdup (section->name),
                       .settings = settings_default () };
  select_all (builder);
  if (presets->start != NULL && job->family != NULL)
    presets->start (presets->user, section, job);
  apply_entries (builder);
  if (!builder->diagnostics.wrong) {
    builder_reconcile (builder);
    builder_make_modes (builder);
  }
  for (size_t i = 0; i < settings_count (); i++)
    sweep_free (&builder->mode[i]);
}

/* Checks the value of a default that no job used; a key that no job knows is a
 * mistake. */
static void
check_unused (struct job_builder *builder, const struct jobs *jobs,
              const struct entry *entry)
{
  struct nearest nearest = { .wanted = entry->key };
  int setting = setting_find (entry->key);
  struct sweep sweep;
  char *hint;

  if (setting >= 0) {
    if (!setting_at ((size_t)setting)->names
        && builder_parse_setting (builder, setting_at ((size_t)setting), entry,
                                  &sweep))
      sweep_free (&sweep);
    return;
  }
  for (size_t i = 0; i < jobs->n; i++) {
    const struct family_desc *family = jobs->job[i].family;

    if (family == NULL || option_find (&family->options, entry->key) >= 0
        || builder_variant_with (builder->catalog, family, entry->key) != NULL)
      return;
    builder_offer_keys (&nearest, builder->catalog, family);
  }
  hint = nearest.best != NULL ? nearest_hint (&nearest)
                              : xstrdup (": no job's family has such a key");
  diagnose_entry (&builder->diagnostics, entry, "unknown key '%s'%s",
                  entry->key, hint);
  free (hint);
}

static void
check_defaults (struct job_builder *builder, const struct jobs *jobs)
{
  const struct section *defaults = builder->diagnostics.defaults;

  for (size_t i = 0; defaults != NULL && i < defaults->n_entries; i++)
    if (!builder->used[i])
      check_unused (builder, jobs, &defaults->entry[i]);
  for (size_t i = 0; defaults != NULL && i < defaults->n_entries; i++)
    select_check_default (builder, jobs, &defaults->entry[i]);
}

bool
jobs_make (struct jobs *jobs, const struct suite *suite,
           const struct catalog *catalog, const struct job_presets *presets)
{
  struct job_builder builder = {
    .catalog = catalog,
    .presets = presets,
    .mode = xcalloc (settings_count (), sizeof *builder.mode),
  };
  const struct section *defaults = suite_defaults (suite);

  *jobs = (struct jobs){ 0 };
  diagnostics_start (&builder.diagnostics, suite);
  if (defaults != NULL)
    builder.used = xcalloc (defaults->n_entries, sizeof *builder.used);

  for (size_t i = 0; i < suite->n_sections; i++) {
    if (&suite->section[i] == defaults)
      continue;
    make_job (&builder, &suite->section[i], &XAPPEND (jobs->job, jobs->n));
  }
  builder_apply_whole (&builder, jobs);
  check_defaults (&builder, jobs);

  free (builder.mode);
  free (builder.used);
  diagnostics_end (&builder.diagnostics);
  if (builder.diagnostics.wrong)
    jobs_free (jobs);
  return !builder.diagnostics.wrong;
}

void
jobs_free (struct jobs *jobs)
{
  for (size_t i = 0; i < jobs->n; i++) {
    struct job *job = &jobs->job[i];

    builder_free_options (job);
    selectors_free (&job->devices);
    free (job->variant);
    free (job->mode);
    free (job->baseline);
    free (job->cpus);
    free (job->note);
    free (job->name);
  }
  free (jobs->job);
  *jobs = (struct jobs){ 0 };
}
