/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blame.h"
#include "job.h"
#include "keys.h"
#include "list.h"
#include "nearest.h"
#include "select.h"
#include "xalloc.h"

/* What all jobs of a suite are made with. */
struct maker {
  struct blame blame;
  const struct catalog *catalog;
  bool *used; /* parallel to the defaults: some job took it */
};

/* One job in the making. */
struct draft {
  struct maker *maker;
  const struct section *section;
  struct job *job;
  const struct entry
      *given[N_KEYS];   /* what says each host key; NULL: nothing */
  struct sweep mode[4]; /* the lists of cache, launch, memory, scope */
};

static const struct entry *
find_entry (const struct section *section, const char *key)
{
  for (size_t i = 0; section != NULL && i < section->n_entries; i++)
    if (strcmp (section->entry[i].key, key) == 0)
      return &section->entry[i];
  return NULL;
}

bool
job_device_valid (const char *name)
{
  char again[16];
  int ordinal;

  if (strcmp (name, "auto") == 0 || strcmp (name, "cpu") == 0
      || strcmp (name, "cuda") == 0 || strcmp (name, "cuda:*") == 0)
    return true;
  if (sscanf (name, "cuda:%4d", &ordinal) != 1 || ordinal < 0)
    return false;
  snprintf (again, sizeof again, "cuda:%d", ordinal);
  return strcmp (again, name) == 0;
}

static void
take_devices (struct draft *draft, const char *text, const struct entry *entry)
{
  struct blame *blame = &draft->maker->blame;
  struct nearest nearest;
  struct list list;
  char *hint;

  if (!list_split (&list, text)) {
    blame_entry (blame, draft->section, entry,
                 "device: a comma must stand between two names");
    return;
  }
  for (size_t i = 0; i < list.n; i++) {
    if (job_device_valid (list.item[i]))
      continue;
    nearest = (struct nearest){ .wanted = list.item[i] };
    nearest_offer (&nearest, "auto");
    nearest_offer (&nearest, "cpu");
    nearest_offer (&nearest, "cuda");
    hint = nearest.best != NULL
               ? nearest_hint (&nearest)
               : xstrdup (": write auto, cpu, cuda, cuda:N or cuda:*");
    blame_entry (blame, draft->section, entry, "device: no such device '%s'%s",
                 list.item[i], hint);
    free (hint);
  }
  draft->job->device = list.item;
  draft->job->n_devices = list.n;
}

/* Puts the values of a host key where the job keeps them. */
static void
store (struct draft *draft, enum key_id id, struct sweep *sweep)
{
  struct job *job = draft->job;
  gk_value first = sweep->value[0];

  switch (id) {
  case KEY_CACHE:
  case KEY_LAUNCH:
  case KEY_MEMORY:
  case KEY_SCOPE:
    draft->mode[id - KEY_CACHE] = *sweep;
    *sweep = (struct sweep){ 0 };
    break;
  case KEY_WARMUP:
    job->sampling.warmup = first.i;
    break;
  case KEY_MIN_SAMPLES:
    job->sampling.min_samples = first.i;
    break;
  case KEY_MAX_SAMPLES:
    job->sampling.max_samples = first.i;
    break;
  case KEY_MIN_TIME:
    job->sampling.min_time = first.f;
    break;
  case KEY_MAX_TIME:
    job->sampling.max_time = first.f;
    break;
  case KEY_NOISE:
    job->sampling.noise = first.f;
    break;
  case KEY_TIMEOUT:
    job->sampling.timeout = first.f;
    break;
  case KEY_DATA:
    job->data = (gk_data)first.i;
    break;
  case KEY_SEED:
    job->seed = (uint64_t)first.i;
    break;
  case KEY_VERIFY:
    job->verify = first.i != 0;
    break;
  case KEY_FAMILY:
  case KEY_VARIANT:
  case KEY_BASELINE:
  case KEY_DEVICE:
  case N_KEYS:
    break;
  }
}

/* Parses what an entry gives a host key; blames it when it is wrong. */
static bool
parse_key (struct blame *blame, const struct section *section,
           const struct key *key, const char *text, const struct entry *entry,
           struct sweep *sweep)
{
  char *why;

  if (!sweep_parse (sweep, &key->option, text, &why)) {
    blame_entry (blame, section, entry, "%s: %s", key->name, why);
    free (why);
    return false;
  }
  if (key->list || sweep->n == 1)
    return true;
  blame_entry (blame, section, entry, "%s: takes one value, not a list",
               key->name);
  sweep_free (sweep);
  return false;
}

/* Sets a host key from an entry, or from the key's own default (NULL). */
static void
take_key (struct draft *draft, enum key_id id, const struct entry *entry)
{
  const struct key *key = key_at (id);
  const char *text = entry != NULL ? entry->value : key->value;
  struct sweep sweep;

  if (id == KEY_DEVICE)
    take_devices (draft, text, entry);
  if (key->free_text
      || !parse_key (&draft->maker->blame, draft->section, key, text, entry,
                     &sweep))
    return;
  store (draft, id, &sweep);
  sweep_free (&sweep);
}

static void
take_option (struct draft *draft, size_t index, const struct entry *entry)
{
  const struct option_desc *option = &draft->job->family->options.option[index];
  struct sweep *sweep = &draft->job->option[index];
  char *why;

  sweep_free (sweep);
  if (sweep_parse (sweep, option, entry->value, &why))
    return;
  blame_entry (&draft->maker->blame, draft->section, entry, "%s: %s",
               option->name, why);
  free (why);
}

/* Checks a tunable's text against each selected variant that has it; false
 * when none has. */
static bool
take_tunable (struct draft *draft, const struct entry *entry)
{
  struct job *job = draft->job;
  struct sweep sweep;
  bool found = false;
  char *why;

  for (size_t i = 0; i < job->n_variants; i++) {
    const struct options_desc *options = &job->variant[i]->options;
    int index = options_find (options, entry->key);

    if (index < 0)
      continue;
    found = true;
    if (!sweep_parse (&sweep, &options->option[index], entry->value, &why)) {
      blame_entry (&draft->maker->blame, draft->section, entry,
                   "%s (of variant %s): %s", entry->key, job->variant[i]->name,
                   why);
      free (why);
      break;
    }
    sweep_free (&sweep);
  }
  if (found) {
    job->tunable = xgrow (job->tunable, job->n_tunables, sizeof *job->tunable);
    job->tunable[job->n_tunables++]
        = (struct tunable){ xstrdup (entry->key), xstrdup (entry->value),
                            entry->line };
  }
  return found;
}

/* The first variant of a family, selected or not, that has a tunable. */
static const struct variant_desc *
variant_with (const struct catalog *catalog, const struct family_desc *family,
              const char *key)
{
  for (size_t i = 0; i < catalog->n_variants; i++)
    if (strcmp (catalog->variant[i]->family, family->name) == 0
        && options_find (&catalog->variant[i]->options, key) >= 0)
      return catalog->variant[i];
  return NULL;
}

static void
offer_options (struct nearest *nearest, const struct options_desc *options)
{
  for (size_t i = 0; i < options->n; i++)
    nearest_offer (nearest, options->option[i].name);
}

/* Offers every key that a job of this family could have. */
static void
offer_keys (struct nearest *nearest, const struct catalog *catalog,
            const struct family_desc *family)
{
  offer_options (nearest, &family->options);
  for (int id = 0; id < N_KEYS; id++)
    nearest_offer (nearest, key_at ((enum key_id)id)->name);
  for (size_t i = 0; i < catalog->n_variants; i++)
    if (strcmp (catalog->variant[i]->family, family->name) == 0)
      offer_options (nearest, &catalog->variant[i]->options);
}

static void
unknown_key (struct draft *draft, const struct entry *entry)
{
  struct maker *maker = draft->maker;
  const struct family_desc *family = draft->job->family;
  const struct variant_desc *variant
      = variant_with (maker->catalog, family, entry->key);
  struct nearest nearest = { .wanted = entry->key };
  char *hint = NULL, *all = NULL;

  if (variant != NULL) {
    blame_entry (&maker->blame, draft->section, entry,
                 "'%s' is a key of variant %s, which this job doesn't select",
                 entry->key, variant->name);
    return;
  }
  offer_keys (&nearest, maker->catalog, family);
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
  blame_entry (&maker->blame, draft->section, entry, "unknown key '%s'%s",
               entry->key, hint);
  free (hint);
}

/* Takes an entry of the job's own section, or a default that it has no entry
 * of its own for.  False when the job knows no such key. */
static bool
take_entry (struct draft *draft, const struct entry *entry)
{
  int id = keys_find (entry->key), index;

  if (id >= 0) {
    take_key (draft, (enum key_id)id, entry);
    return true;
  }
  if (draft->job->family == NULL)
    return true;
  index = options_find (&draft->job->family->options, entry->key);
  if (index >= 0) {
    take_option (draft, (size_t)index, entry);
    return true;
  }
  return take_tunable (draft, entry);
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
      unknown_key (draft, &own->entry[i]);
  for (int id = 0; id < N_KEYS; id++)
    if (draft->given[id] == NULL)
      take_key (draft, (enum key_id)id, NULL);
}

/* Every combination, the last list fastest. */
static void
make_modes (struct draft *draft)
{
  const struct sweep *list = draft->mode;
  struct job *job = draft->job;

  job->n_modes = list[0].n * list[1].n * list[2].n * list[3].n;
  job->mode = xcalloc (job->n_modes, sizeof *job->mode);
  for (size_t i = 0; i < job->n_modes; i++) {
    size_t at[4], rest = i;

    for (int k = 3; k >= 0; k--) {
      at[k] = rest % list[k].n;
      rest /= list[k].n;
    }
    job->mode[i] = (struct mode){
      .cache = (enum cache)list[0].value[at[0]].i,
      .launch = (enum launch)list[1].value[at[1]].i,
      .memory = (enum memory)list[2].value[at[2]].i,
      .scope = (enum scope)list[3].value[at[3]].i,
    };
  }
}

/* Of a least and a most, one that the suite doesn't give follows the one that
 * it does: max_samples = 3 alone is no contradiction.  True when both are given
 * and can't both hold. */
static bool
crossed (struct draft *draft, enum key_id least, enum key_id most)
{
  struct blame *blame = &draft->maker->blame;
  const struct entry *at = draft->given[most];
  size_t index;

  if (draft->given[least] == NULL || draft->given[most] == NULL)
    return false;
  if (blame_is_default (blame, at, &index))
    at = draft->given[least];
  blame_entry (blame, draft->section, at, "%s is more than %s",
               key_at (least)->name, key_at (most)->name);
  return true;
}

static void
reconcile (struct draft *draft)
{
  struct sampling *sampling = &draft->job->sampling;

  if (sampling->min_samples > sampling->max_samples
      && !crossed (draft, KEY_MIN_SAMPLES, KEY_MAX_SAMPLES)) {
    if (draft->given[KEY_MIN_SAMPLES] != NULL)
      sampling->max_samples = sampling->min_samples;
    else
      sampling->min_samples = sampling->max_samples;
  }
  if (sampling->min_time > sampling->max_time
      && !crossed (draft, KEY_MIN_TIME, KEY_MAX_TIME)) {
    if (draft->given[KEY_MIN_TIME] != NULL)
      sampling->max_time = sampling->min_time;
    else
      sampling->min_time = sampling->max_time;
  }
}

/* Starts every option at its own default. */
static void
start_options (struct job *job)
{
  const struct options_desc *options = &job->family->options;

  job->option = xcalloc (options->n, sizeof *job->option);
  for (size_t i = 0; i < options->n; i++) {
    job->option[i].value = xmalloc (sizeof (gk_value));
    job->option[i].value[0] = options->option[i].value;
    job->option[i].n = 1;
  }
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
    select_variants (blame, catalog, section, draft.given[KEY_VARIANT], job);
    select_baseline (blame, catalog, section, draft.given[KEY_BASELINE], job);
    start_options (job);
  }
  take_entries (&draft);
  if (!blame->wrong) {
    reconcile (&draft);
    make_modes (&draft);
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
        && parse_key (blame, blame->defaults, key, entry->value, entry, &sweep))
      sweep_free (&sweep);
    return;
  }
  for (size_t i = 0; i < jobs->n; i++) {
    const struct family_desc *family = jobs->job[i].family;

    if (family == NULL || options_find (&family->options, entry->key) >= 0
        || variant_with (maker->catalog, family, entry->key) != NULL)
      return;
    offer_keys (&nearest, maker->catalog, family);
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
  for (size_t i = 0; i < job->n_devices; i++)
    free (job->device[i]);
  free (job->device);
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
