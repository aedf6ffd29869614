/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "command/completion.h"
#include "suite/job.h"
#include "suite/settings.h"

/* "cache=" */
static void
offer_key (struct completion *c, const char *name, const char *help)
{
  char *key = xasprintf ("%s=", name);

  completion_offer (c, key, help);
  free (key);
}

static void
offer_option_keys (struct completion *c, const struct option_list *options)
{
  for (size_t i = 0; i < options->n; i++) {
    char *help = option_text (&options->option[i]);

    offer_key (c, options->option[i].name, help);
    free (help);
  }
}

/* Offers the options of a job's family and of the variants that it selects. */
static void
offer_keys_of_job (struct completion *c, const struct section *section)
{
  struct job job = completion_job (c, section);

  if (job.family != NULL)
    offer_option_keys (c, &job.family->options);
  for (size_t i = 0; i < job.n_variants; i++) {
    const struct variant_desc *v = job.variant[i].variant;

    offer_option_keys (c, &v->options);
    for (size_t j = 0; v->missing != NULL && v->companion->tunable[j] != NULL;
         j++)
      offer_key (c, v->companion->tunable[j], v->missing);
  }
  free (job.variant);
}

static void
offer_keys (struct completion *c, const char *name)
{
  const struct suite *suite = completion_suite (c);
  const struct setting *s;

  for (size_t i = 0; (s = setting_at (i)) != NULL; i++) {
    char *help;

    if (s->whole && strcmp (name, SUITE_DEFAULTS) != 0)
      continue;
    help = setting_help (s);
    offer_key (c, s->option.name, help);
    free (help);
  }
  for (size_t i = 0; i < suite->n_sections; i++)
    if (completion_is_meant (&suite->section[i], name))
      offer_keys_of_job (c, &suite->section[i]);
}

static void
offer_jobs (struct completion *c)
{
  const struct suite *suite = completion_suite (c);

  if (strcmp (completion_open (c), SUITE_DEFAULTS ".") != 0)
    completion_offer (c, SUITE_DEFAULTS ".", "the defaults of all jobs");
  for (size_t i = 0; i < suite->n_sections; i++) {
    const struct section *section = &suite->section[i];
    const struct entry *note = section_entry (section, "note");
    char *job = xasprintf ("%s.", section->name);

    /* If the word is the job already, its keys follow. */
    if (strcmp (job, completion_open (c)) != 0)
      completion_offer (c, job, note != NULL ? note->value : NULL);
    free (job);
  }
}

/* Offers the values that have names. */
static void
offer_option_values (struct completion *c, const gk_option *option)
{
  struct names names = option_names (option);

  for (size_t i = 0; i < names.n; i++)
    if (option_allows (option, i))
      completion_offer (c, names.name[i],
                        (size_t)option->value.i == i ? "the default" : NULL);
}

static void
offer_from (struct completion *c, const struct option_list *options,
            const char *key)
{
  int index = option_find (options, key);

  if (index >= 0)
    offer_option_values (c, &options->option[index]);
}

/* Offers the values of an option of the job's family or variants; for the keys
 * variant and baseline, the variants. */
static void
offer_values_of_job (struct completion *c, const struct section *section,
                     const char *key)
{
  struct job job = completion_job (c, section);

  if (job.family != NULL && setting_is_key (key))
    offer_variants (c, job.family->name);
  else if (job.family != NULL)
    offer_from (c, &job.family->options, key);
  for (size_t i = 0; i < job.n_variants && !setting_is_key (key); i++)
    offer_from (c, &job.variant[i].variant->options, key);
  free (job.variant);
}

static void
offer_values_of_jobs (struct completion *c, const char *name, const char *key)
{
  const struct suite *suite = completion_suite (c);

  for (size_t i = 0; i < suite->n_sections; i++)
    if (completion_is_meant (&suite->section[i], name))
      offer_values_of_job (c, &suite->section[i], key);
}

static void
offer_values (struct completion *c, const char *name, const char *key)
{
  const int index = setting_find (key);
  const struct setting *s = index >= 0 ? setting_at ((size_t)index) : NULL;
  const char *word;

  /* Every option of families and variants takes a list. */
  if (s == NULL || s->list)
    completion_skip_list (c);
  if (s != NULL && !s->names)
    offer_option_values (c, &s->option);
  else if (strcmp (key, "family") == 0)
    offer_families (c);
  else if (strcmp (key, "device") == 0)
    offer_devices (c);
  else if (strcmp (key, "search") == 0)
    for (size_t i = 0; (word = search_word (i)) != NULL; i++)
      completion_offer (c, word, NULL);
  else if (strcmp (key, "parallel") == 0)
    for (size_t i = 0; i < parallel_names.n; i++)
      completion_offer (c, parallel_names.name[i],
                        i == 0 ? "the default" : NULL);
  else if (s == NULL || strcmp (key, "variant") == 0
           || strcmp (key, "baseline") == 0)
    offer_values_of_jobs (c, name, key);
}

/* Splits the word as suite_set does. */
void
complete_setting (struct completion *c)
{
  const char *open = completion_open (c), *equals = strchr (open, '=');
  const char *end = equals != NULL ? equals : open + strlen (open);
  const char *dot = memrchr (open, '.', (size_t)(end - open));
  const char *name, *key;

  if (equals == NULL)
    offer_jobs (c);
  if (dot == NULL)
    return;
  name = completion_part (c, open, dot);
  key = completion_part (c, dot + 1, end);
  c->begun = (size_t)((equals != NULL ? equals : dot) + 1 - c->word);
  if (equals != NULL)
    offer_values (c, name, key);
  else
    offer_keys (c, name);
}
