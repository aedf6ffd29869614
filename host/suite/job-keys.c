/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/list.h"
#include "base/xalloc.h"
#include "suite/job-builder.h"

static void
blame_device (struct draft *draft, const struct entry *entry, const char *word)
{
  char *forms = selector_forms ();
  bool blank = list_blank_inside (word);

  blame_entry (&draft->maker->blame, draft->section, entry,
               "device: no such device '%s': %s%s", word,
               blank ? LIST_BLANK_HINT : "write ", blank ? "" : forms);
  free (forms);
}

static void
take_devices (struct draft *draft, const char *text, const struct entry *entry)
{
  struct selector selector;
  struct list list;

  if (!list_split (&list, text)) {
    blame_entry (&draft->maker->blame, draft->section, entry,
                 "device: a comma must stand between two names");
    return;
  }
  for (size_t i = 0; i < list.n; i++)
    if (selector_parse (&selector, list.item[i]))
      selectors_append (&draft->job->devices, &selector);
    else
      blame_device (draft, entry, list.item[i]);
  list_free (&list);
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

bool
draft_parse_key (struct blame *blame, const struct section *section,
                 const struct key *key, const char *text,
                 const struct entry *entry, struct sweep *sweep)
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

void
draft_take_key (struct draft *draft, enum key_id id, const struct entry *entry)
{
  const struct key *key = key_at (id);
  const char *text = entry != NULL ? entry->value : key->value;
  struct sweep sweep;

  if (id == KEY_DEVICE)
    take_devices (draft, text, entry);
  if (key->free_text
      || !draft_parse_key (&draft->maker->blame, draft->section, key, text,
                           entry, &sweep))
    return;
  store (draft, id, &sweep);
  sweep_free (&sweep);
}

void
draft_make_modes (struct draft *draft)
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

void
draft_reconcile (struct draft *draft)
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
