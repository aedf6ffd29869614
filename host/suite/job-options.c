/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/xalloc.h"
#include "plugin/companions.h"
#include "suite/job-builder.h"

void
draft_start_options (struct job *job)
{
  const struct option_list *options = &job->family->options;

  job->option = xcalloc (options->n, sizeof *job->option);
  for (size_t i = 0; i < options->n; i++) {
    job->option[i].value = xmalloc (sizeof (gk_value));
    job->option[i].value[0] = options->option[i].value;
    job->option[i].n = 1;
  }
}

void
draft_take_option (struct draft *draft, size_t index, const struct entry *entry)
{
  const gk_option *option = &draft->job->family->options.option[index];
  struct sweep *sweep = &draft->job->option[index];
  char *why;

  sweep_free (sweep);
  if (sweep_parse (sweep, option, entry->value, &why))
    return;
  blame_entry (&draft->maker->blame, draft->section, entry, "%s: %s",
               option->name, why);
  free (why);
}

bool
draft_take_tunable (struct draft *draft, const struct entry *entry)
{
  struct job *job = draft->job;
  struct sweep sweep;
  bool found = false;
  char *why;

  for (size_t i = 0; i < job->n_variants; i++) {
    const struct option_list *options = &job->variant[i]->options;
    int index = option_find (options, entry->key);

    found |= companion_tunable (job->variant[i], entry->key);
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

const struct variant_desc *
draft_variant_with (const struct catalog *catalog,
                    const struct family_desc *family, const char *key)
{
  for (size_t i = 0; i < catalog->n_variants; i++)
    if (strcmp (catalog->variant[i]->family, family->name) == 0
        && (option_find (&catalog->variant[i]->options, key) >= 0
            || companion_tunable (catalog->variant[i], key)))
      return catalog->variant[i];
  return NULL;
}

static void
offer_options (struct nearest *nearest, const struct option_list *options)
{
  for (size_t i = 0; i < options->n; i++)
    nearest_offer (nearest, options->option[i].name);
}

void
draft_offer_keys (struct nearest *nearest, const struct catalog *catalog,
                  const struct family_desc *family)
{
  offer_options (nearest, &family->options);
  for (int id = 0; id < N_KEYS; id++)
    nearest_offer (nearest, key_at ((enum key_id)id)->name);
  for (size_t i = 0; i < catalog->n_variants; i++)
    if (strcmp (catalog->variant[i]->family, family->name) == 0) {
      offer_options (nearest, &catalog->variant[i]->options);
      companion_offer_tunables (catalog->variant[i], nearest);
    }
}

void
draft_blame_unknown (struct draft *draft, const struct entry *entry)
{
  struct maker *maker = draft->maker;
  const struct family_desc *family = draft->job->family;
  const struct variant_desc *variant
      = draft_variant_with (maker->catalog, family, entry->key);
  struct nearest nearest = { .wanted = entry->key };
  char *hint = NULL, *all = NULL;

  if (variant != NULL && !draft->variants_good)
    return;
  if (variant != NULL) {
    blame_entry (&maker->blame, draft->section, entry,
                 "'%s' is a key of variant %s, which this job doesn't select",
                 entry->key, variant->name);
    return;
  }
  draft_offer_keys (&nearest, maker->catalog, family);
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
