/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "suite/job-builder.h"
#include "suite/select.h"

static const struct entry *
find_entry (const struct section *section, const char *key)
{
  for (size_t i = 0; section != NULL && i < section->n_entries; i++)
    if (strcmp (section->entry[i].key, key) == 0)
      return &section->entry[i];
  return NULL;
}

/* Takes an entry of the job's own section, or a default that it has no entry
 * of its own for.  False when the job knows no such key. */
static bool
take_entry (struct draft *draft, const struct entry *entry)
{
  int id = keys_find (entry->key), index;

  if (id >= 0) {
    draft_take_key (draft, (enum key_id)id, entry);
    return true;
  }
  if (draft->job->family == NULL)
    return true;
  index = option_find (&draft->job->family->options, entry->key);
  if (index >= 0) {
    draft_take_option (draft, (size_t)index, entry);
    return true;
  }
  return draft_take_tunable (draft, entry);
}

static void
take_entries (struct draft *draft)
{
  struct maker *maker = draft->maker;
  const struct section *defaults = maker->blame.defaults;
  const struct section *own = draft->section;

  for (size_t i = 0; defaults != NULL && i < defaults->n_entries; i++)
    if (find_entry (own, defaults->entry[i].key) == NULL
        && take_entry (draft, &defaults->entry[i]))
      maker->used[i] = true;
  for (size_t i = 0; i < own->n_entries; i++)
    if (!take_entry (draft, &own->entry[i]))
      draft_blame_unknown (draft, &own->entry[i]);
  for (int id = 0; id < N_KEYS; id++)
    if (draft->given[id] == NULL)
      draft_take_key (draft, (enum key_id)id, NULL);
}

static void
find_given (struct draft *draft)
{
  for (int id = 0; id < N_KEYS; id++) {
    const char *name = key_at ((enum key_id)id)->name;

    draft->given[id] = find_entry (draft->section, name);
    if (draft->given[id] == NULL)
      draft->given[id] = find_entry (draft->maker->blame.defaults, name);
  }
}

static void
make_job (struct maker *maker, const struct section *section, struct job *job)
{
  struct draft draft = { .maker = maker, .section = section, .job = job };
  struct blame *blame = &maker->blame;
  const struct catalog *catalog = maker->catalog;

  *job = (struct job){ .name = xstrdup (section->name), .line = section->line };
  find_given (&draft);
  select_family (blame, catalog, section, draft.given[KEY_FAMILY], job);
  if (job->family != NULL) {
    draft.variants_good = select_variants (blame, catalog, section,
                                           draft.given[KEY_VARIANT], job);
    /* A baseline that is not selected may only follow from what is wrong
     * there. */
    if (draft.variants_good)
      select_baseline (blame, catalog, section, draft.given[KEY_BASELINE], job);
    draft_start_options (job);
  }
  take_entries (&draft);
  if (!blame->wrong) {
    draft_reconcile (&draft);
    draft_make_modes (&draft);
  }
  for (size_t i = 0; i < 4; i++)
    sweep_free (&draft.mode[i]);
}

/* A default that no job took: its value is checked all the same, and a key
 * that no job knows is a mistake. */
static void
check_unused (struct maker *maker, const struct jobs *jobs,
              const struct entry *entry)
{
  struct nearest nearest = { .wanted = entry->key };
  struct blame *blame = &maker->blame;
  int id = keys_find (entry->key);
  struct sweep sweep;
  char *hint;

  if (id >= 0) {
    const struct key *key = key_at ((enum key_id)id);

    if (!key->free_text
        && draft_parse_key (blame, blame->defaults, key, entry->value, entry,
                            &sweep))
      sweep_free (&sweep);
    return;
  }
  for (size_t i = 0; i < jobs->n; i++) {
    const struct family_desc *family = jobs->job[i].family;

    if (family == NULL || option_find (&family->options, entry->key) >= 0
        || draft_variant_with (maker->catalog, family, entry->key) != NULL)
      return;
    draft_offer_keys (&nearest, maker->catalog, family);
  }
  hint = nearest.best != NULL ? nearest_hint (&nearest)
                              : xstrdup (": it is no key of any job's family");
  blame_entry (blame, blame->defaults, entry, "unknown key '%s'%s", entry->key,
               hint);
  free (hint);
}

static void
check_defaults (struct maker *maker, const struct jobs *jobs)
{
  const struct section *defaults = maker->blame.defaults;

  for (size_t i = 0; defaults != NULL && i < defaults->n_entries; i++)
    if (!maker->used[i])
      check_unused (maker, jobs, &defaults->entry[i]);
  select_check_defaults (&maker->blame, maker->catalog, jobs);
}

bool
jobs_make (struct jobs *jobs, const struct suite *suite,
           const struct catalog *catalog)
{
  struct maker maker = { .catalog = catalog };
  const struct section *defaults = suite_defaults (suite);

  *jobs = (struct jobs){ 0 };
  blame_start (&maker.blame, suite);
  if (defaults != NULL)
    maker.used = xcalloc (defaults->n_entries, sizeof *maker.used);

  for (size_t i = 0; i < suite->n_sections; i++) {
    if (&suite->section[i] == defaults)
      continue;
    jobs->job = xgrow (jobs->job, jobs->n, sizeof *jobs->job);
    make_job (&maker, &suite->section[i], &jobs->job[jobs->n++]);
  }
  check_defaults (&maker, jobs);

  free (maker.used);
  blame_end (&maker.blame);
  if (maker.blame.wrong)
    jobs_free (jobs);
  return !maker.blame.wrong;
}

static void
job_free (struct job *job)
{
  for (size_t i = 0; job->option != NULL && i < job->family->options.n; i++)
    sweep_free (&job->option[i]);
  free (job->option);
  for (size_t i = 0; i < job->n_tunables; i++) {
    free (job->tunable[i].name);
    free (job->tunable[i].text);
  }
  free (job->tunable);
  selectors_free (&job->devices);
  free (job->variant);
  free (job->mode);
  free (job->baseline);
  free (job->name);
}

void
jobs_free (struct jobs *jobs)
{
  for (size_t i = 0; i < jobs->n; i++)
    job_free (&jobs->job[i]);
  free (jobs->job);
  *jobs = (struct jobs){ 0 };
}
