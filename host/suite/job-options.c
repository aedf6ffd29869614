/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/xalloc.h"
#include "plugin/companions.h"
#include "suite/job-builder.h"

/* Makes a sweep of each option's default alone. */
static struct sweep *
sweeps_of (const struct option_list *options)
{
  struct sweep *sweep = xcalloc (options->n, sizeof *sweep);

  for (size_t i = 0; i < options->n; i++)
    sweep_set (&sweep[i], options->option[i].value);
  return sweep;
}

static void
free_sweeps (struct sweep *sweep, size_t n)
{
  for (size_t i = 0; sweep != NULL && i < n; i++)
    sweep_free (&sweep[i]);
  free (sweep);
}

void
builder_start_options (struct job *job)
{
  job->option = sweeps_of (&job->family->options);
  for (size_t i = 0; i < job->n_variants; i++) {
    struct job_variant *v = &job->variant[i];

    v->tunable = sweeps_of (&v->variant->options);
    v->tuned = xcalloc (v->variant->options.n, sizeof *v->tuned);
  }
}

void
builder_free_options (struct job *job)
{
  if (job->family != NULL)
    free_sweeps (job->option, job->family->options.n);
  for (size_t i = 0; i < job->n_variants; i++) {
    free_sweeps (job->variant[i].tunable, job->variant[i].variant->options.n);
    free (job->variant[i].tuned);
  }
}

/* Parses an entry into the sweep of an option; what: its name in messages. */
static bool
parse_option_entry (struct job_builder *builder, const gk_option *option,
                    const struct entry *entry, const char *what,
                    struct sweep *sweep)
{
  struct sweep parsed;
  char *why;

  if (sweep_parse (&parsed, option, entry->value, &why)) {
    sweep_free (sweep);
    *sweep = parsed;
    return true;
  }
  diagnose_entry (&builder->suite->diagnostics, builder->section, entry,
                  "%s: %s", what, why);
  free (why);
  return false;
}

void
builder_apply_option (struct job_builder *builder, size_t index,
                      const struct entry *entry)
{
  const gk_option *option = &builder->job->family->options.option[index];

  parse_option_entry (builder, option, entry, option->name,
                      &builder->job->option[index]);
}

bool
builder_apply_tunable (struct job_builder *builder, const struct entry *entry)
{
  struct job *job = builder->job;
  bool found = false, good = true;

  for (size_t i = 0; i < job->n_variants && good; i++) {
    struct job_variant *v = &job->variant[i];
    int index = option_find (&v->variant->options, entry->key);
    char *what;

    found |= companion_has_tunable (v->variant, entry->key);
    if (index < 0)
      continue;
    found = true;
    what = xasprintf ("%s (of variant %s)", entry->key, v->variant->name);
    good = parse_option_entry (builder, &v->variant->options.option[index],
                               entry, what, &v->tunable[index]);
    v->tuned[index] = true;
    free (what);
  }
  return found;
}

const struct variant_desc *
builder_variant_with (const struct catalog *catalog,
                      const struct family_desc *family, const char *key)
{
  for (size_t i = 0; i < catalog->n_variants; i++)
    if (strcmp (catalog->variant[i]->family, family->name) == 0
        && (option_find (&catalog->variant[i]->options, key) >= 0
            || companion_has_tunable (catalog->variant[i], key)))
      return catalog->variant[i];
  return NULL;
}

static void
offer_options (struct nearest *nearest, const struct option_list *options)
{
  for (size_t i = 0; i < options->n; i++)
    nearest_consider (nearest, options->option[i].name);
}

void
builder_offer_keys (struct nearest *nearest, const struct catalog *catalog,
                    const struct family_desc *family)
{
  offer_options (nearest, &family->options);
  for (size_t i = 0; i < settings_count (); i++)
    nearest_consider (nearest, setting_at (i)->option.name);
  for (size_t i = 0; i < catalog->n_variants; i++)
    if (strcmp (catalog->variant[i]->family, family->name) == 0) {
      offer_options (nearest, &catalog->variant[i]->options);
      companion_offer_tunables (catalog->variant[i], nearest);
    }
}

void
builder_diagnose_unknown (struct job_builder *builder,
                          const struct entry *entry)
{
  struct suite_builder *suite = builder->suite;
  const struct family_desc *family = builder->job->family;
  const struct variant_desc *variant
      = builder_variant_with (suite->catalog, family, entry->key);
  struct nearest nearest = { .wanted = entry->key };
  char *hint = NULL, *all = NULL;

  if (variant != NULL && !builder->variants_good)
    return;
  if (variant != NULL) {
    diagnose_entry (
        &suite->diagnostics, builder->section, entry,
        "'%s' is a key of variant %s, which this job doesn't select",
        entry->key, variant->name);
    return;
  }
  builder_offer_keys (&nearest, suite->catalog, family);
  if (nearest.best == NULL) {
    for (size_t i = 0; i < family->options.n; i++)
      all = list_append (all, family->options.option[i].name);
    if (all != NULL)
      hint = xasprintf (": family %s takes %s, and each job the keys of "
                        "gkhost.ini(5)",
                        family->name, all);
    free (all);
  }
  if (hint == NULL)
    hint = nearest_hint (&nearest);
  diagnose_entry (&suite->diagnostics, builder->section, entry,
                  "unknown key '%s'%s", entry->key, hint);
  free (hint);
}
