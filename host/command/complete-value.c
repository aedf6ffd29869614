/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/commands.h"
#include "command/completion.h"
#include "command/new-plugin.h"

/* The first line that is printed. */
#define WORDS "words"
#define FILES "files"

static void
offer_formats (struct completion *c)
{
  const struct format *format;

  for (size_t i = 0; (format = format_at (i)) != NULL; i++)
    if (options_print_as (&c->options, format))
      completion_offer (c, format->name, NULL);
}

static void
offer_languages (struct completion *c)
{
  for (const struct new_language *l = new_languages; l->name != NULL; l++)
    completion_offer (c, l->name, NULL);
}

/* Offers FAMILY, or after a slash FAMILY/VARIANT. */
static void
offer_listable (struct completion *c)
{
  const char *open = completion_open (c), *slash = strchr (open, '/');

  if (slash != NULL) {
    const char *family = completion_part (c, open, slash);

    c->begun = (size_t)(slash + 1 - c->word);
    offer_variants (c, family);
    return;
  }
  offer_families (c);
  completion_offer (c, LIST_KEYS, "the keys of every job");
  completion_offer (c, LIST_FIELDS, "the fields of records");
}

/* Offers JOB, and after a slash JOB/VARIANT. */
static void
offer_cases (struct completion *c)
{
  const struct suite *suite = completion_suite (c);
  const char *open = completion_open (c), *slash = strrchr (open, '/');
  const char *name;

  for (size_t i = 0; i < suite->n_sections; i++)
    if (&suite->section[i] != suite_defaults (suite))
      completion_offer (c, suite->section[i].name, NULL);
  if (slash == NULL)
    return;
  name = completion_part (c, open, slash);
  c->begun = (size_t)(slash + 1 - c->word);
  for (size_t i = 0; i < suite->n_sections; i++) {
    struct job job = { 0 };

    if (strcmp (name, SUITE_DEFAULTS) == 0
        || !completion_is_meant (&suite->section[i], name))
      continue;
    job = completion_job (c, &suite->section[i]);
    for (size_t j = 0; j < job.n_variants; j++)
      offer_variant (c, job.variant[j].variant);
    free (job.variant);
  }
}

void
complete_value (struct completion *c, enum value_kind kind)
{
  switch (kind) {
  case VALUE_FILE:
    puts (FILES);
    return;
  case VALUE_SUITE:
    puts (FILES " .ini");
    return;
  case VALUE_PLUGIN:
    puts (FILES " .so");
    return;
  case VALUE_RECORDS:
    puts (FILES " .jsonl");
    return;
  default:
    puts (WORDS);
  }
  if (kind == VALUE_DEVICES)
    offer_devices (c);
  else if (kind == VALUE_SETTING)
    complete_setting (c);
  else if (kind == VALUE_FORMAT)
    offer_formats (c);
  else if (kind == VALUE_CASES)
    offer_cases (c);
  else if (kind == VALUE_FAMILY)
    offer_families (c);
  else if (kind == VALUE_LANGUAGE)
    offer_languages (c);
  else if (kind == VALUE_LISTABLE)
    offer_listable (c);
}
