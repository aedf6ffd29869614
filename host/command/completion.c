/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/printable.h"
#include "base/xalloc.h"
#include "command/completion.h"
#include "run/discovery.h"
#include "run/preflight.h"
#include "suite/select.h"

/* The most time for finding plugins: the user waits. */
#define PLUGIN_SECONDS 2

void
completion_free (struct completion *c)
{
  suite_free (&c->suite);
  if (c->plugins_searched)
    catalog_close (&c->catalog);
  map_free (&c->offered);
  pool_free (&c->pool);
  options_free (&c->options);
}

const char *
completion_open (const struct completion *c)
{
  return c->word + c->begun;
}

const char *
completion_part (struct completion *c, const char *begin, const char *end)
{
  char *text = xstrndup (begin, (size_t)(end - begin));
  const char *part = pool_text (&c->pool, text);

  free (text);
  return part;
}

static void
print_candidate (const char *word, const char *help)
{
  fputs (word, stdout);
  if (help != NULL && *help != '\0') {
    putchar ('\t');
    print_text (stdout, help, strlen (help));
  }
  putchar ('\n');
}

void
completion_offer (struct completion *c, const char *candidate, const char *help)
{
  const char *open = completion_open (c);
  const char *kept;
  char *whole, *shown;
  size_t before = c->offered.n;

  if (strncmp (candidate, open, strlen (open)) != 0)
    return;
  whole = xasprintf ("%.*s%s", (int)c->begun, c->word, candidate);
  shown = printable_copy (whole);
  kept = pool_text (&c->pool, whole);
  if (strcmp (whole, shown) == 0) {
    map_find_or_add (&c->offered, kept, strlen (kept));
    if (c->offered.n > before)
      print_candidate (whole, help);
  }
  free (shown);
  free (whole);
}

void
completion_skip_list (struct completion *c)
{
  const char *comma = strrchr (completion_open (c), ',');

  if (comma == NULL)
    return;
  comma++;
  comma += strspn (comma, " \t");
  c->begun = (size_t)(comma - c->word);
}

/* A terminal or a pipe is not read. */
static bool
is_plain_file (const char *path)
{
  struct stat st;

  return stat (path, &st) == 0 && S_ISREG (st.st_mode);
}

const struct suite *
completion_suite (struct completion *c)
{
  const struct options *o = &c->options;

  if (c->suite_searched)
    return &c->suite;
  c->suite_searched = true;
  if (o->suite != NULL && is_plain_file (o->suite)
      && suite_read (&c->suite, o->suite))
    for (size_t i = 0; i < o->n_sets; i++)
      suite_set (&c->suite, o->set[i]);
  return &c->suite;
}

const struct catalog *
completion_catalog (struct completion *c)
{
  const struct options *o = &c->options;

  if (!c->plugins_searched && preflight_check ())
    discover_plugins_within (&c->catalog, o->plugin, o->n_plugins,
                             PLUGIN_SECONDS);
  c->plugins_searched = true;
  return &c->catalog;
}

bool
completion_is_meant (const struct section *section, const char *name)
{
  return strcmp (section->name, SUITE_DEFAULTS) != 0
         && (strcmp (name, SUITE_DEFAULTS) == 0
             || strcmp (section->name, name) == 0
             || fnmatch (name, section->name, 0) == 0);
}

struct job
completion_job (struct completion *c, const struct section *section)
{
  const struct suite *suite = completion_suite (c);
  const struct catalog *catalog = completion_catalog (c);
  struct diagnostics diagnostics;
  struct job job = { 0 };

  diagnostics_start (&diagnostics, suite);
  select_family (&diagnostics, catalog, section,
                 suite_entry (suite, section, "family"), &job);
  if (job.family != NULL)
    select_variants (&diagnostics, catalog, section,
                     suite_entry (suite, section, "variant"), &job);
  diagnostics_end (&diagnostics);
  return job;
}
