/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/xalloc.h"
#include "command/commands.h"
#include "plan/cases.h"
#include "plugin/catalog.h"
#include "suite/settings.h"
#include "suite/sweep.h"
#include "suite-text.h"
#include "used-description.h"

/* Reads a value of an option as of a suite. */
static void
parse (const gk_option *option, const char *text)
{
  struct sweep sweep;
  char *why;

  if (sweep_parse (&sweep, option, text, &why))
    sweep_free (&sweep);
  free (why);
}

static void
use_options (const struct option_list *options)
{
  for (size_t i = 0; i < options->n; i++) {
    const gk_option *o = &options->option[i];
    char *value = value_text (o, o->value), *range = option_range (o);

    parse (o, value);
    parse (o, range);
    parse (o, "1..9, nonsense");
    free (value);
    free (range);
  }
}

static void
list_cases (const struct jobs *jobs)
{
  struct device_list list = { .n = 1 };
  struct cases cases = { 0 };
  FILE *nowhere = fopen ("/dev/null", "w");

  list.device = xcalloc (1, sizeof *list.device);
  list.device[0].name = (char *)"cpu";
  if (cases_make (&cases, jobs, &list, NULL) && nowhere != NULL)
    print_cases (nowhere, &cases);
  cases_free (&cases);
  free (list.device);
  if (nowhere != NULL)
    fclose (nowhere);
}

/* A job of the family with all its variants. */
static void
use_family (const struct catalog *catalog, const struct family_desc *family)
{
  char *text = xasprintf ("[job]\nfamily = %s\n", family->name);
  struct suite suite;
  struct jobs jobs = { 0 };

  use_options (&family->options);
  if (suite_from_text (&suite, text)) {
    if (jobs_make (&jobs, &suite, catalog, &(struct job_presets){ 0 }))
      list_cases (&jobs);
    jobs_free (&jobs);
    suite_free (&suite);
  }
  free (text);
}

bool
use_description (const json_t *json)
{
  const struct plugin_file file = { (char *)"/a.so", (char *)"1:2", false };
  const struct plugin_file copy = { (char *)"/b.so", (char *)"1:3", false };
  struct catalog catalog = { 0 };
  char *why = catalog_add (&catalog, &file, json, setting_is_key);
  bool taken = why == NULL;

  free (why);
  free (catalog_add (&catalog, &copy, json, setting_is_key));
  catalog_resolve (&catalog);
  for (size_t i = 0; i < catalog.n_families; i++)
    use_family (&catalog, catalog.family[i]);
  for (size_t i = 0; i < catalog.n_variants; i++)
    use_options (&catalog.variant[i]->options);
  catalog_close (&catalog);
  return taken;
}
