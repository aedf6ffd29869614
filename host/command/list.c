/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gkhost list: families, variants and plugins; with -c the cases of a suite;
 * the keys of jobs; the fields of records.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/text.h"
#include "base/names.h"
#include "base/pool.h"
#include "base/printable.h"
#include "base/xalloc.h"
#include "command/commands.h"
#include "device/kinds.h"
#include "plugin/catalog.h"
#include "plugin/option.h"
#include "run/discovery.h"
#include "suite/settings.h"

enum { MARGIN = 4, LONGEST = 32 };

/* Widens a column for a name, unless the name is very long. */
static size_t
widen_column (size_t width, const char *name)
{
  size_t n = printable_columns (name, strlen (name));

  return n > width && n <= LONGEST ? n : width;
}

static size_t
width_of_options (size_t width, const struct option_list *options)
{
  for (size_t i = 0; i < options->n; i++)
    width = widen_column (width, options->option[i].name);
  return width;
}

static void
print_item (size_t width, const char *name, const char *text)
{
  wrap_item (stdout, MARGIN, width, name, text);
}

static void
print_options (const struct option_list *options, const char *title,
               size_t width)
{
  if (options->n > 0)
    printf ("  %s\n", title);
  for (size_t i = 0; i < options->n; i++) {
    const gk_option *o = &options->option[i];
    char *text = option_text (o);

    print_item (width, o->name, text);
    free (text);
  }
}

/* Prints the keys that every job accepts. */
static void
print_keys (void)
{
  const struct setting *s;
  size_t width = 0;

  for (size_t i = 0; (s = setting_at (i)) != NULL; i++)
    width = widen_column (width, s->option.name);
  puts ("keys of every job, besides the options of its family and variants");
  for (size_t i = 0; (s = setting_at (i)) != NULL; i++) {
    char *text = setting_help (s);

    print_item (width, s->option.name, text);
    free (text);
  }
}

static void
print_keys_jsonl (void)
{
  const struct setting *s;

  for (size_t i = 0; (s = setting_at (i)) != NULL; i++)
    print_key_jsonl (stdout, s);
}

static void
print_variant (const struct variant_desc *v, size_t width)
{
  char *text
      = xasprintf ("(%s%s) %s", device_kind_at (v->device)->name,
                   v->missing != NULL                  ? ", not here"
                   : (v->flags & GK_PEER) != 0         ? ", peer"
                   : (v->flags & GK_UNIFORM_ONLY) != 0 ? ", uniform data only"
                                                       : "",
                   v->summary);

  print_item (width, v->name, text);
  free (text);
}

static void
print_why (const struct variant_desc *v)
{
  static const char lead[] = "  not here: ";

  wrap_print (stdout, lead, strlen (lead), v->missing);
}

/* Prints why variants of a family (NULL: of all) are not here, a line a
 * reason. */
static void
print_missing (const struct catalog *catalog, const char *family)
{
  struct map reasons = { 0 };

  for (size_t i = 0; i < catalog->n_variants; i++) {
    const struct variant_desc *v = catalog->variant[i];
    const size_t before = reasons.n;

    if (v->missing == NULL
        || (family != NULL && strcmp (v->family, family) != 0))
      continue;
    map_find_or_add (&reasons, v->missing, strlen (v->missing) + 1);
    if (reasons.n == before)
      continue;
    if (family == NULL && before == 0)
      putchar ('\n');
    print_why (v);
  }
  map_free (&reasons);
}

/* Only the names are known of the tunables of a variant that is missing. */
static void
print_missing_tunables (const struct variant_desc *v)
{
  char *all = NULL;

  for (size_t i = 0; v->companion->tunable[i] != NULL; i++)
    all = list_append (all, v->companion->tunable[i]);
  if (all != NULL)
    print_line (stdout, "  tunables: %s", all);
  free (all);
}

/* Prints a variant with its plugin and its tunables. */
static void
print_variant_wholly (const struct variant_desc *v)
{
  size_t width = width_of_options (widen_column (0, v->name), &v->options);

  print_variant (v, width);
  if (v->missing != NULL) {
    print_line (stdout, "  of plugin %s", v->plugin->name);
    print_why (v);
    print_missing_tunables (v);
  } else
    print_line (stdout, "  from plugin %s, %s", v->plugin->name,
                v->plugin->path);
  print_options (&v->options, "tunables", width);
}

/* Prints a family, its options and all its variants. */
static void
print_family (const struct catalog *catalog, const struct family_desc *f)
{
  size_t width = width_of_options (0, &f->options);

  for (size_t i = 0; i < catalog->n_variants; i++)
    if (strcmp (catalog->variant[i]->family, f->name) == 0)
      width = widen_column (width, catalog->variant[i]->name);
  print_line (stdout, "%s: %s", f->name, f->summary);
  print_options (&f->options, "options", width);
  puts ("  variants");
  for (size_t i = 0; i < catalog->n_variants; i++)
    if (strcmp (catalog->variant[i]->family, f->name) == 0)
      print_variant (catalog->variant[i], width);
}

/* A search for the name of a family or variant. */
struct name_search {
  struct nearest near;
  char *begun; /* names that begin with the wanted one: "a, b" */
  size_t n_begun;
};

static void
offer_name (struct name_search *wanted, const char *name)
{
  const char *start = wanted->near.wanted;

  nearest_consider (&wanted->near, name);
  if (start[0] == '\0' || strncmp (name, start, strlen (start)) != 0)
    return;
  wanted->begun = list_append (wanted->begun, name);
  wanted->n_begun++;
}

/* Prints that the name is unknown, with similar names. */
static void
complain_of_unknown (const char *what, struct name_search *wanted)
{
  char *hint = wanted->n_begun > 1
                   ? xasprintf (": these begin with it: %s", wanted->begun)
               : wanted->n_begun > 0
                   ? xasprintf (": did you mean '%s'?", wanted->begun)
                   : nearest_hint (&wanted->near);

  message_print ("there is no %s '%s' (see gkhost list)%s", what,
                 wanted->near.wanted, hint);
  free (hint);
}

static const struct variant_desc *
find_variant (const struct catalog *catalog, const struct family_desc *f,
              const char *name)
{
  struct name_search wanted = { .near.wanted = name };
  const struct variant_desc *found = NULL;

  for (size_t i = 0; i < catalog->n_variants && found == NULL; i++) {
    const struct variant_desc *v = catalog->variant[i];

    if (strcmp (v->family, f->name) != 0)
      continue;
    if (strcmp (v->name, name) == 0)
      found = v;
    offer_name (&wanted, v->name);
  }
  if (found == NULL)
    complain_of_unknown ("variant", &wanted);
  free (wanted.begun);
  return found;
}

static const struct family_desc *
find_family (const struct catalog *catalog, const char *name)
{
  const struct family_desc *f = catalog_find_family (catalog, name);
  struct name_search wanted = { .near.wanted = name };

  for (size_t i = 0; i < catalog->n_families && f == NULL; i++)
    offer_name (&wanted, catalog->family[i]->name);
  if (f == NULL)
    complain_of_unknown ("family", &wanted);
  free (wanted.begun);
  return f;
}

/* Prints FAMILY or FAMILY/VARIANT.  False, after a message. */
static bool
print_one (const struct catalog *catalog, char *name, bool jsonl)
{
  char *slash = strchr (name, '/');
  const struct variant_desc *v = NULL;
  const struct family_desc *f;

  if (slash != NULL)
    *slash = '\0';
  f = find_family (catalog, name);
  if (f != NULL && slash != NULL)
    v = find_variant (catalog, f, slash + 1);
  if (f == NULL || (slash != NULL && v == NULL))
    return false;
  if (jsonl)
    print_catalog_jsonl (stdout, catalog, f->name, v != NULL ? v->name : NULL);
  else if (v != NULL) {
    print_line (stdout, "%s: %s", f->name, f->summary);
    print_variant_wholly (v);
  } else {
    print_family (catalog, f);
    print_missing (catalog, f->name);
  }
  return true;
}

/* Prints the variants whose family no plugin brings: they can't run. */
static void
print_homeless (const struct catalog *catalog)
{
  bool any = false;

  for (size_t i = 0; i < catalog->n_variants; i++) {
    const struct variant_desc *v = catalog->variant[i];
    if (catalog_find_family (catalog, v->family) != NULL)
      continue;
    if (!any)
      puts ("\nvariants whose family no plugin here brings");
    any = true;
    print_line (stdout, "  %s/%s of plugin %s", v->family, v->name,
                v->plugin->name);
  }
}

static void
print_catalog (const struct catalog *catalog)
{
  for (size_t i = 0; i < catalog->n_families; i++) {
    if (i > 0)
      putchar ('\n');
    print_family (catalog, catalog->family[i]);
  }
  print_missing (catalog, NULL);
  print_homeless (catalog);
  puts ("\nplugins");
  for (size_t i = 0; i < catalog->n_plugins; i++)
    print_line (stdout, "  %s %s: %s", catalog->plugin[i]->name,
                catalog->plugin[i]->version, catalog->plugin[i]->path);
}

static int
list_cases (const struct options *options)
{
  struct supervisor *supervisor = supervisor_new (options->local);
  struct plan plan;
  bool ok = plan_make (&plan, options, supervisor);

  if (ok && options->format != NULL)
    print_cases_jsonl (stdout, &plan.cases);
  else if (ok)
    print_cases (stdout, &plan.cases);
  plan_free (&plan);
  supervisor_free (supervisor);
  return ok ? EXIT_PASSED : EXIT_USAGE;
}

static int
list_catalog (const struct options *options)
{
  const bool jsonl = options->format != NULL;
  struct catalog catalog;
  bool ok = discover_plugins (&catalog, options->plugin, options->n_plugins);

  if (ok && options->n_arguments > 0)
    ok = print_one (&catalog, options->argument[0], jsonl);
  else if (ok && jsonl)
    print_catalog_jsonl (stdout, &catalog, NULL, NULL);
  else if (ok)
    print_catalog (&catalog);
  catalog_close (&catalog);
  return ok ? EXIT_PASSED : EXIT_USAGE;
}

int
command_list (const struct options *options)
{
  const char *what = options->n_arguments > 0 ? options->argument[0] : "";
  const bool jsonl = options->format != NULL;
  int status = EXIT_PASSED;

  if (strcmp (what, LIST_KEYS) == 0 && jsonl)
    print_keys_jsonl ();
  else if (strcmp (what, LIST_KEYS) == 0)
    print_keys ();
  else if (strcmp (what, LIST_FIELDS) == 0)
    print_fields (stdout, jsonl);
  else
    status = options->suite != NULL ? list_cases (options)
                                    : list_catalog (options);

  return output_end (status);
}
