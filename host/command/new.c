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
#include "base/read-file.h"
#include "base/text.h"
#include "base/names.h"
#include "command/commands.h"
#include "command/new-plugin.h"
#include "plugin/table-faults.h"
#include "run/discovery.h"

/* What a name could have been. */
struct choices {
  struct nearest near; /* wanted: the name */
  char *all;           /* NULL: none */
};

static void
add_choice (struct choices *choices, const char *name)
{
  nearest_consider (&choices->near, name);
  choices->all = list_append (choices->all, name);
}

/* Prints that there is nothing of that name, and frees all.  rest, else_what:
 * what follows the name, and the choices. */
static void
complain_of_choice (struct choices *choices, const char *what, const char *rest,
                    const char *else_what)
{
  char *hint = nearest_hint (&choices->near);

  message_print ("there is no %s '%s'%s%s; there is %s%s", what,
                 choices->near.wanted, rest, hint, choices->all, else_what);
  free (hint);
  free (choices->all);
}

/* NULL, after a message with all names. */
static const struct new_language *
find_language (const char *name)
{
  struct choices choices = { .near.wanted = name };

  for (const struct new_language *l = new_languages; l->name != NULL; l++)
    if (strcmp (l->name, name) == 0)
      return l;
  for (const struct new_language *l = new_languages; l->name != NULL; l++)
    add_choice (&choices, l->name);
  complain_of_choice (&choices, "language", "", "");
  return NULL;
}

/* The row of a family that has templates; NULL: it has none. */
static const struct new_family *
find_template (const char *name)
{
  const struct new_family *row = new_families;

  while (row->name != NULL && strcmp (row->name, name) != 0)
    row++;
  return row->name != NULL ? row : NULL;
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

/* The name "suite" is taken: that section has the defaults of all jobs.  The
 * family's header is installed beside those of gkhost. */
static bool
family_fits (const char *name)
{
  static const char *const headers[]
      = { "plugin",          "family",        "family-inputs",
          "family-elements", "family-verify", "matmul" };

  if (!name_fits ("--family", name))
    return false;
  for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
    if (strcmp (name, headers[i]) == 0) {
      message_print ("--family %s: gkhost has a header gkhost/%s.h of its own; "
                     "choose another name",
                     name, name);
      return false;
    }
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

static int
write_plugin (const struct new_plugin *p)
{
  const int status = new_plugin_write (p);
  char *what = new_plugin_what (p);

  if (status == EXIT_PASSED && p->foreign != NULL)
    printf ("%s/ has a skeleton of %s, in %s; next: fill in launch in "
            "%s/%s%s\n",
            p->name, what, p->language->title, p->name, p->name,
            p->language->suffix);
  else if (status == EXIT_PASSED)
    printf ("%s/ has %s, in %s; next: cd %s && make check && make run\n",
            p->name, what, p->language->title, p->name);
  free (what);
  return output_end (status);
}

/* Prints that there is no such family, with all that a variant can be of. */
static void
complain_of_family (const struct catalog *catalog, const char *name)
{
  struct choices choices = { .near.wanted = name };

  for (size_t i = 0; new_families[i].name != NULL; i++)
    add_choice (&choices, new_families[i].name);
  for (size_t i = 0; i < catalog->n_families; i++)
    if (find_template (catalog->family[i]->name) == NULL)
      add_choice (&choices, catalog->family[i]->name);
  complain_of_choice (
      &choices, "family", " to make a variant of",
      ", and --family NAME for a family of your own; name the plugin of "
      "another's with -p");
}

/* Finds the family of a plugin, of which there is no template.  False, after a
 * message. */
static bool
find_foreign (const struct catalog *catalog, const char *name,
              struct new_family *skeleton, struct new_plugin *p)
{
  p->foreign = catalog_find_family (catalog, name);
  if (p->foreign == NULL) {
    complain_of_family (catalog, name);
    return false;
  }
  if (p->language->comment == NULL) {
    message_print ("gkhost has no template in %s for a variant of %s; leave "
                   "--lang out",
                   p->language->title, name);
    return false;
  }
  *skeleton = (struct new_family){ name, "variant", { name }, "", "" };
  p->of = skeleton;
  return true;
}

/* The most bytes of a problem's file. */
#define MOST_TEXT ((size_t)1 << 24)

/* Reads a file that has to have these words.  NULL, after a message. */
static char *
read_with_words (const char *path, const char *const *words)
{
  size_t bytes;
  char *text = read_file_text (path, MOST_TEXT, &bytes);

  for (; text != NULL && *words != NULL; words++)
    if (strstr (text, *words) == NULL) {
      message_print ("%s has no %s, as KernelBench has it: name the problem's "
                     "file with --from-kernelbench, and behind the name that "
                     "of its solution",
                     path, *words);
      free (text);
      return NULL;
    }
  return text;
}

/* Writes a problem of KernelBench, with a solution or a template of one. */
static int
write_kernelbench (const struct options *options, struct new_plugin *p)
{
  static const char *const of_problem[]
      = { "class Model", "def get_inputs", "def get_init_inputs", NULL };
  static const char *const of_solution[] = { "class ModelNew", NULL };
  const bool solved = options->n_arguments > 1;
  char *problem = read_with_words (options->kernelbench, of_problem);
  char *solution = solved && problem != NULL
                       ? read_with_words (options->argument[1], of_solution)
                       : NULL;
  int status = EXIT_USAGE;

  p->problem = problem;
  p->solution = solution;
  if (problem != NULL && (!solved || solution != NULL))
    status = write_plugin (p);
  free (problem);
  free (solution);
  return status;
}

int
command_new (const struct options *options)
{
  const bool of_kernelbench = options->kernelbench != NULL;
  const char *name = of_kernelbench ? options->argument[0]
                     : options->n_arguments > 0
                         ? options->argument[options->n_arguments - 1]
                         : options->family;
  const char *family = of_kernelbench ? name : options->family;
  const bool own = family != NULL;
  struct new_plugin p = { .name = name };
  struct new_family skeleton;
  struct catalog catalog;
  int status = EXIT_USAGE;

  if (of_kernelbench && (options->family != NULL || options->lang != NULL)) {
    message_print ("--from-kernelbench writes a family in PyTorch: leave "
                   "--family and --lang out");
    return EXIT_USAGE;
  }
  p.language
      = of_kernelbench
            ? &new_kernelbench
            : find_language (options->lang != NULL ? options->lang : "c");
  if (p.language == NULL || (own && !family_fits (family))
      || !name_fits ("name", name))
    return EXIT_USAGE;
  p.of = own ? NULL : find_template (options->argument[0]);
  /* Broken plugins lead to messages, but only those named with -p matter. */
  if ((discover_plugins (&catalog, options->plugin, options->n_plugins)
       || options->n_plugins == 0)
      && (own || p.of != NULL
          || find_foreign (&catalog, options->argument[0], &skeleton, &p))) {
    p.family = own ? family : p.foreign != NULL ? p.of->name : p.of->problem;
    if (!is_name_used (&catalog, &p))
      status = of_kernelbench ? write_kernelbench (options, &p)
                              : write_plugin (&p);
  }
  catalog_close (&catalog);
  return status;
}
