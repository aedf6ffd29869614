/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gkhost new: checks the names of the command line, then writes a plugin from
 * templates (new-plugin.c).
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/text.h"
#include "base/names.h"
#include "command/commands.h"
#include "command/new-plugin.h"
#include "plugin/table-faults.h"
#include "run/discovery.h"

/* Returns the row of that name in a table whose rows of `size` bytes begin with
 * their names and end with NULL; NULL, after a message with all names. */
static const void *
find_row (const void *table, size_t size, const char *name, const char *what,
          const char *else_what)
{
  struct nearest near = { .wanted = name };
  char *all = NULL, *hint;

  for (const char *row = table; *(const char *const *)row != NULL;
       row += size) {
    const char *known = *(const char *const *)row;

    if (strcmp (known, name) == 0) {
      free (all);
      return row;
    }
    nearest_consider (&near, known);
    all = list_append (all, known);
  }
  hint = nearest_hint (&near);
  message_print ("there is no %s '%s'%s; there is %s%s", what, name, hint, all,
                 else_what);
  free (hint);
  free (all);
  return NULL;
}

static bool
name_fits (const char *what, const char *name)
{
  if (!name_is_valid (name)) {
    message_print ("%s '%.79s' " NAME_RULE, what, name);
    return false;
  }
  return true;
}

/* The name "suite" is taken: that section has the defaults of all jobs. */
static bool
family_fits (const char *name)
{
  if (!name_fits ("--family", name))
    return false;
  if (strcmp (name, "suite") != 0)
    return true;
  message_print (
      "--family suite: the section [suite] of a suite has the defaults "
      "of all jobs; choose another name");
  return false;
}

static bool
complain_of_name (const char *what, const char *name, const char *by)
{
  message_print ("there is %s '%s' already, in plugin %s; choose another name",
                 what, name, by);
  return true;
}

/* True, after a message, when one of the default plugins uses the name: one of
 * the two would hide the other. */
static bool
is_name_used (const struct catalog *catalog, const struct new_plugin *p)
{
  const struct family_desc *f = catalog_find_family (catalog, p->family);

  if (p->of == NULL && f != NULL)
    return complain_of_name ("a family", p->family, f->plugin->name);
  for (size_t i = 0; i < catalog->n_plugins; i++)
    if (strcmp (catalog->plugin[i]->name, p->name) == 0)
      return complain_of_name ("a plugin", p->name, catalog->plugin[i]->path);
  for (size_t i = 0; i < catalog->n_variants && p->of != NULL; i++) {
    const struct variant_desc *v = catalog->variant[i];

    for (const char *const *of = p->of->families; *of != NULL; of++)
      if (strcmp (v->family, *of) == 0 && strcmp (v->name, p->name) == 0)
        return complain_of_name ("a variant", p->name, v->plugin->name);
  }
  return false;
}

static bool
is_name_free (const struct new_plugin *p)
{
  struct catalog catalog;
  bool is;

  /* Broken plugins lead to messages, but don't matter here. */
  discover_plugins (&catalog, NULL, 0);
  is = !is_name_used (&catalog, p);
  catalog_close (&catalog);
  return is;
}

static int
write_plugin (const struct new_plugin *p)
{
  const int status = new_plugin_write (p);
  char *what = new_plugin_what (p);

  if (status == EXIT_PASSED)
    printf ("%s/ has %s, in %s; next: cd %s && make check && make run\n",
            p->name, what, p->language->title, p->name);
  free (what);
  return output_end (status);
}

int
command_new (const struct options *options)
{
  const bool own = options->family != NULL;
  const char *name = options->n_arguments > 0
                         ? options->argument[options->n_arguments - 1]
                         : options->family;
  struct new_plugin p = { .name = name };

  p.language
      = find_row (new_languages, sizeof *new_languages,
                  options->lang != NULL ? options->lang : "c", "language", "");
  if (p.language == NULL)
    return EXIT_USAGE;
  if (own && !family_fits (options->family))
    return EXIT_USAGE;
  if (!own)
    p.of = find_row (new_families, sizeof *new_families, options->argument[0],
                     "template for a variant of",
                     ", and --family NAME for a family of your own");
  if (!own && p.of == NULL)
    return EXIT_USAGE;
  p.family = own ? options->family : p.of->problem;
  if (!name_fits ("name", name) || !is_name_free (&p))
    return EXIT_USAGE;
  return write_plugin (&p);
}
