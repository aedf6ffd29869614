/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "device/kinds.h"
#include "plugin/abi-names.h"
#include "plugin/elf-check.h"
#include "plugin/loader.h"
#include "suite/settings.h"

/* Copies what both sides know of a struct; the rest is zero. */
static void
copy_known (void *mine, size_t my_size, const void *theirs, size_t their_size)
{
  memset (mine, 0, my_size);
  memcpy (mine, theirs, their_size < my_size ? their_size : my_size);
}

static bool
name_valid (const char *name)
{
  if (name == NULL || !islower ((unsigned char)name[0]))
    return false;
  for (const char *p = name; *p != '\0'; p++)
    if (!islower ((unsigned char)*p) && !isdigit ((unsigned char)*p)
        && *p != '-' && *p != '_')
      return false;
  return strlen (name) <= 64;
}

/* What goes into records and onto terminals: a line of UTF-8. */
static bool
text_valid (const char *text)
{
  size_t n;

  if (text == NULL)
    return false;
  n = strlen (text);
  for (size_t i = 0; i < n; i++)
    if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
      return false;
  return utf8_good (text, n) == n;
}

/* The names of an option's values: what a suite can say. */
static bool
choices_valid (const gk_option *o)
{
  if (o->type != GK_CHOICE)
    return true;
  for (size_t i = 0; o->choices != NULL && o->choices[i] != NULL; i++)
    if (!text_valid (o->choices[i]) || o->choices[i][0] == '\0')
      return false;
  return true;
}

/* Names that a plugin gives may hold anything; a message takes no more than
 * ASCII. */
static void
show_name (char *shown, size_t room, const char *name)
{
  size_t n = 0;

  for (; name[n] != '\0' && n + 1 < room; n++)
    shown[n] = name[n] >= ' ' && name[n] <= '~' ? name[n] : '?';
  shown[n] = '\0';
}

/* What is wrong with a name and the line that says what it is for, which are
 * in fields called `name` and line_field; NULL when nothing is. */
static char *
labels_wrong (const char *of, const char *name, const char *line,
              const char *line_field)
{
  char shown[80];

  if (name == NULL)
    return xasprintf ("%s has no name", of);
  if (!name_valid (name)) {
    show_name (shown, sizeof shown, name);
    return xasprintf (
        "%s: '%s' is not a valid name: it must begin with a lower-case letter, "
        "followed by lower-case letters, digits, '-' and '_', at most 64 bytes",
        of, shown);
  }
  if (line == NULL)
    return xasprintf ("%s %s has no %s", of, name, line_field);
  if (!text_valid (line))
    return xasprintf ("%s %s: its %s is not a single line of UTF-8", of, name,
                      line_field);
  return NULL;
}

/* Likewise of number i of several. */
static char *
nth_wrong (const char *of, size_t i, const char *name, const char *line,
           const char *line_field)
{
  char *nth
      = name_valid (name) ? xstrdup (of) : xasprintf ("%s %zu", of, i + 1);
  char *why = labels_wrong (nth, name, line, line_field);

  free (nth);
  return why;
}

static bool
default_valid (const gk_option *o)
{
  size_t n = 0;

  switch (o->type) {
  case GK_INT:
    return o->min <= o->value.i && o->value.i <= o->max;
  case GK_REAL:
    return isfinite (o->value.f) && o->fmin <= o->value.f
           && o->value.f <= o->fmax;
  case GK_BOOL:
    return o->value.i == 0 || o->value.i == 1;
  case GK_CHOICE:
    while (o->choices != NULL && o->choices[n] != NULL)
      n++;
    return o->value.i >= 0 && (size_t)o->value.i < n;
  case GK_DTYPE:
  case GK_LAYOUT:
    n = o->type == GK_DTYPE ? dtype_names.n : layout_names.n;
    return o->value.i >= 0 && (size_t)o->value.i < n
           && (o->allowed & GK_BIT (o->value.i)) != 0;
  }
  return false;
}

/* NULL when the table is sound; else why not. */
static char *
copy_options (gk_option **mine, const gk_option *theirs, size_t n,
              size_t their_size, const char *of)
{
  char *why;

  *mine = NULL;
  if (n == 0)
    return NULL;
  if (theirs == NULL || their_size == 0 || n > 256)
    return xasprintf ("%s: the option table is broken: set options, n_options "
                      "and option_size together",
                      of);
  *mine = xcalloc (n, sizeof **mine);
  for (size_t i = 0; i < n; i++) {
    gk_option *o = &(*mine)[i];

    copy_known (o, sizeof *o, (const char *)theirs + i * their_size,
                their_size);
    why = nth_wrong ("option", i, o->name, o->help, "help");
    if (why != NULL) {
      char *longer = xasprintf ("%s: %s", of, why);
      free (why);
      return longer;
    }
    if (o->unit != NULL && !text_valid (o->unit))
      return xasprintf (
          "%s: the unit of option '%s' is not a single line of UTF-8", of,
          o->name);
    if (strchr (o->name, '-') != NULL)
      return xasprintf ("%s: the name of option '%s' has a '-', which is "
                        "reserved for the host's own keys; write '_'",
                        of, o->name);
    if (setting_find (o->name) >= 0)
      return xasprintf ("%s: option '%s' has the name of one of the host's own "
                        "keys; rename it",
                        of, o->name);
    if (!choices_valid (o))
      return xasprintf (
          "%s: the choices of option '%s' are not single lines of UTF-8", of,
          o->name);
    if (!default_valid (o))
      return xasprintf ("%s: the default of option '%s' is not one of its "
                        "valid values",
                        of, o->name);
    for (size_t j = 0; j < i; j++)
      if (strcmp ((*mine)[j].name, o->name) == 0)
        return xasprintf ("%s: option '%s' appears twice", of, o->name);
  }
  return NULL;
}

static char *
copy_family (struct plugin *plugin)
{
  const gk_plugin *p = &plugin->p;
  gk_family *f = &plugin->family;
  char *why;

  if (p->family == NULL)
    return NULL;
  if (p->family_size == 0)
    return xstrdup ("family_size is 0: set it to sizeof (gk_family)");
  copy_known (f, sizeof *f, p->family, p->family_size);
  why = labels_wrong ("its family", f->name, f->summary, "summary");
  if (why != NULL)
    return why;
  if (f->setup == NULL || f->fill == NULL || f->verify == NULL
      || f->teardown == NULL)
    return xasprintf ("family %s lacks one of setup, fill, verify, teardown",
                      f->name);
  why = copy_options (&plugin->options, f->options, f->n_options,
                      f->option_size, f->name);
  f->options = plugin->options;
  plugin->has_family = true;
  return why;
}

/* What is wrong with a variant, but for its options; NULL when nothing is. */
static char *
variant_wrong (const struct plugin *plugin, size_t i)
{
  const gk_variant *v = &plugin->variant[i].v;
  char *of, *why;

  why = nth_wrong ("variant", i, v->name, v->summary, "summary");
  if (why != NULL)
    return why;
  if (v->family == NULL)
    return xasprintf ("variant %s names no family", v->name);
  of = xasprintf ("the family of variant %s", v->name);
  why = labels_wrong (of, v->family, "", "");
  free (of);
  if (why != NULL)
    return why;
  if ((size_t)v->device >= N_DEVICE_KINDS)
    return xasprintf ("variant %s is for a kind of device that this gkhost "
                      "does not know",
                      v->name);
  /* Only a CUDA variant can be one that this build lists and has no code for.
   */
  if (v->device == GK_CPU && v->launch == NULL)
    return xasprintf ("variant %s has no launch; set it to the function that "
                      "computes the problem",
                      v->name);
  /* Results are judged by it: rougher, and zero would pass for anything. */
  if (!(v->precision >= 0 && v->precision <= 0x1p-4))
    return xasprintf ("variant %s: precision must be from 0 to 0x1p-4, the "
                      "unit roundoff of its arithmetic",
                      v->name);
  for (size_t j = 0; j < i; j++)
    if (strcmp (plugin->variant[j].v.name, v->name) == 0
        && strcmp (plugin->variant[j].v.family, v->family) == 0)
      return xasprintf ("variant %s appears twice", v->name);
  return NULL;
}

static char *
copy_variant (struct plugin *plugin, size_t i)
{
  struct loaded_variant *loaded = &plugin->variant[i];
  gk_variant *v = &loaded->v;
  char *of, *why;

  copy_known (v, sizeof *v,
              (const char *)plugin->p.variants + i * plugin->p.variant_size,
              plugin->p.variant_size);
  if (v->family == NULL && plugin->has_family)
    v->family = plugin->family.name;
  /* What the first release knew: a variant is not run on types that it could
   * not know of. */
  if (v->dtypes == 0)
    v->dtypes = 2 * GK_BIT (GK_C128) - 1;
  if (v->layouts == 0)
    v->layouts = 2 * GK_BIT (GK_COL_MAJOR) - 1;
  why = variant_wrong (plugin, i);
  if (why != NULL)
    return why;
  of = xasprintf ("variant %s", v->name);
  why = copy_options (&loaded->options, v->options, v->n_options,
                      v->option_size, of);
  free (of);
  v->options = loaded->options;
  return why;
}

static char *
copy_variants (struct plugin *plugin)
{
  size_t n = plugin->p.n_variants;
  char *why = NULL;

  if (n == 0 && !plugin->has_family)
    return xstrdup ("it brings neither a family nor a variant");
  if (n > 0 && (plugin->p.variants == NULL || plugin->p.variant_size == 0))
    return xstrdup ("its table of variants is broken: set variants, "
                    "n_variants and variant_size together");
  if (n > 4096)
    return xstrdup ("n_variants is over 4096: the table is broken");
  plugin->variant = xcalloc (n, sizeof *plugin->variant);
  for (; plugin->n_variants < n && why == NULL; plugin->n_variants++)
    why = copy_variant (plugin, plugin->n_variants);
  return why;
}

static char *
copy_plugin (struct plugin *plugin, const gk_plugin *theirs)
{
  char *why;

  if (theirs == NULL)
    return xstrdup (GK_ENTRY_NAME " returned NULL");
  if (theirs->abi != GK_ABI)
    return xasprintf ("it was built for plugin ABI %u, and this gkhost has %d; "
                      "rebuild it with this gkhost's headers",
                      (unsigned)theirs->abi, GK_ABI);
  if (theirs->size < offsetof (gk_plugin, variants))
    return xstrdup ("its size field is too small: set it to "
                    "sizeof (gk_plugin)");
  copy_known (&plugin->p, sizeof plugin->p, theirs, theirs->size);
  why = labels_wrong ("the plugin", plugin->p.name, plugin->p.summary,
                      "summary");
  if (why != NULL)
    return why;
  if (!text_valid (plugin->p.version))
    return xasprintf ("the plugin %s has no version: set it to a line of UTF-8",
                      plugin->p.name);
  why = copy_family (plugin);
  return why != NULL ? why : copy_variants (plugin);
}

bool
plugin_load (struct plugin *plugin, const char *path, char **why)
{
  union {
    void *object;
    gk_entry *function;
  } entry;

  *plugin = (struct plugin){ .path = realpath (path, NULL) };
  if (plugin->path == NULL) {
    *why = xstrdup (strerror (errno));
    return false;
  }
  *why = elf_check (plugin->path);
  if (*why != NULL)
    return false;
  plugin->handle = dlopen (plugin->path, RTLD_NOW | RTLD_LOCAL);
  if (plugin->handle == NULL) {
    *why = xasprintf ("it can't be loaded: %s", dlerror ());
    return false;
  }
  entry.object = dlsym (plugin->handle, GK_ENTRY_NAME);
  if (entry.object == NULL) {
    *why = xstrdup (
        "it is not a gkhost plugin: it does not export " GK_ENTRY_NAME
        "; register it with GK_PLUGIN()");
    return false;
  }
  *why = copy_plugin (plugin, entry.function ());
  return *why == NULL;
}

void
plugin_unload (struct plugin *plugin)
{
  for (size_t i = 0; i < plugin->n_variants; i++)
    free (plugin->variant[i].options);
  free (plugin->variant);
  free (plugin->options);
  free (plugin->path);
  *plugin = (struct plugin){ 0 };
}

const gk_variant *
plugin_variant (const struct plugin *plugin, const char *family,
                const char *name)
{
  for (size_t i = 0; i < plugin->n_variants; i++) {
    const gk_variant *v = &plugin->variant[i].v;
    if (strcmp (v->name, name) == 0 && strcmp (v->family, family) == 0)
      return v;
  }
  return NULL;
}
