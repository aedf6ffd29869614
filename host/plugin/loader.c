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
#include "plugin/callback.h"
#include "plugin/loader.h"
#include "plugin/option.h"

/* A plugin that is being loaded, and what it is held against. */
struct loading {
  struct plugin *plugin;
  const struct loader_host *host; /* NULL: not held against one */
};

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

/* What is wrong with a name and the line that says what it is for, which are
 * in fields called `name` and line_field; NULL when nothing is. */
static char *
labels_wrong (const char *of, const char *name, const char *line,
              const char *line_field)
{
  if (name == NULL)
    return xasprintf ("%s has no name", of);
  if (!name_valid (name))
    return xasprintf (
        "%s: '%.79s' is not a valid name: it must begin with a lower-case "
        "letter, followed by lower-case letters, digits, '-' and '_', at most "
        "64 bytes",
        of, name);
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
    return o->value.i >= 0 && o->value.i < 64
           && (o->allowed & GK_BIT (o->value.i)) != 0;
  default: /* option_known tells */
    return true;
  }
}

static char *
size_missing (const char *field)
{
  return xasprintf ("its %s is 0; register it with GK_PLUGIN(), which sets the "
                    "sizes",
                    field);
}

/* What is wrong with option i of those; NULL when nothing is. */
static char *
option_wrong (const struct loading *l, const gk_option *option, size_t i)
{
  const gk_option *o = &option[i];
  char *why = nth_wrong ("option", i, o->name, o->help, "help");

  if (why != NULL)
    return why;
  if (o->unit != NULL && !text_valid (o->unit))
    return xasprintf ("the unit of option '%s' is not a single line of UTF-8",
                      o->name);
  if (strchr (o->name, '-') != NULL)
    return xasprintf (
        "the name of option '%s' has a '-', which is reserved for "
        "the host's own keys; write '_'",
        o->name);
  if (l->host != NULL && l->host->is_key (o->name))
    return xasprintf ("option '%s' has the name of one of the host's own keys; "
                      "rename it",
                      o->name);
  if (!choices_valid (o))
    return xasprintf (
        "the choices of option '%s' are not single lines of UTF-8", o->name);
  if (!default_valid (o))
    return xasprintf ("the default of option '%s' is not one of its valid "
                      "values",
                      o->name);
  for (size_t j = 0; j < i; j++)
    if (strcmp (option[j].name, o->name) == 0)
      return xasprintf ("option '%s' appears twice", o->name);
  return NULL;
}

/* Copies a table of options.  NULL when it is sound; else why not. */
static char *
copy_options (const struct loading *l, gk_option **mine,
              const gk_option *theirs, size_t n, const char *of)
{
  size_t their_size = l->plugin->p.option_size;
  char *why = NULL, *longer;

  *mine = NULL;
  if (n == 0)
    return NULL;
  if (theirs == NULL || n > 256)
    return xasprintf ("%s: the option table is broken: set options and "
                      "n_options together",
                      of);
  if (their_size == 0)
    return size_missing ("option_size");
  *mine = xcalloc (n, sizeof **mine);
  for (size_t i = 0; i < n && why == NULL; i++) {
    copy_known (&(*mine)[i], sizeof **mine,
                (const char *)theirs + i * their_size, their_size);
    why = option_wrong (l, *mine, i);
  }
  if (why == NULL)
    return NULL;
  longer = xasprintf ("%s: %s", of, why);
  free (why);
  return longer;
}

/* Why options can't be given values here: a later header made them; NULL when
 * they can. */
static char *
options_unknown (const gk_option *option, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (!option_known (&option[i]))
      return xasprintf ("option '%s' has a type, or a default, that this "
                        "gkhost does not know; a newer gkhost is needed",
                        option[i].name);
  return NULL;
}

static char *
copy_companions (struct plugin *plugin)
{
  const gk_family *f = &plugin->family;
  size_t their_size = plugin->p.companion_size;
  gk_companion *c;
  char *why;

  if (f->n_companions == 0)
    return NULL;
  if (f->companions == NULL || f->n_companions > 4096)
    return xasprintf ("family %s: the table of companions is broken: set "
                      "companions and n_companions together",
                      f->name);
  if (their_size == 0)
    return size_missing ("companion_size");
  plugin->companion = xcalloc (f->n_companions, sizeof *plugin->companion);
  for (size_t i = 0; i < f->n_companions; i++) {
    c = &plugin->companion[i];
    copy_known (c, sizeof *c, (const char *)f->companions + i * their_size,
                their_size);
    why = nth_wrong ("companion", i, c->variant, "", "");
    if (why == NULL)
      why = nth_wrong ("the plugin of companion", i, c->plugin, "", "");
    for (size_t j = 0; why == NULL && c->tunables != NULL && c->tunables[j];
         j++)
      why = nth_wrong ("a tunable of companion", i, c->tunables[j], "", "");
    if (why != NULL)
      return why;
  }
  return NULL;
}

static char *
copy_family (const struct loading *l)
{
  struct plugin *plugin = l->plugin;
  const gk_plugin *p = &plugin->p;
  gk_family *f = &plugin->family;
  char *why;

  if (p->family == NULL)
    return NULL;
  if (p->family_size == 0)
    return size_missing ("family_size");
  copy_known (f, sizeof *f, p->family, p->family_size);
  why = labels_wrong ("its family", f->name, f->summary, "summary");
  if (why != NULL)
    return why;
  if (f->setup == NULL || f->fill == NULL || f->verify == NULL
      || f->teardown == NULL)
    return xasprintf ("family %s lacks one of setup, fill, verify, teardown",
                      f->name);
  why = copy_options (l, &plugin->options, f->options, f->n_options, f->name);
  f->options = plugin->options;
  if (why == NULL)
    why = copy_companions (plugin);
  f->companions = plugin->companion;
  plugin->has_family = true;
  if (why == NULL)
    plugin->unusable = options_unknown (f->options, f->n_options);
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
  if (v->launch == NULL)
    return xasprintf ("variant %s has no launch; set it to the function that "
                      "computes the problem",
                      v->name);
  /* Results are judged by it: rougher, and zero would pass for anything. */
  if (!(v->precision >= 0 && v->precision <= 0x1p-8))
    return xasprintf ("variant %s: precision must be from 0 to 0x1p-8, the "
                      "unit roundoff of its arithmetic (0x1p-8 is bf16's)",
                      v->name);
  for (size_t j = 0; j < i; j++)
    if (strcmp (plugin->variant[j].v.name, v->name) == 0
        && strcmp (plugin->variant[j].v.family, v->family) == 0)
      return xasprintf ("variant %s appears twice", v->name);
  return NULL;
}

static char *
copy_variant (const struct loading *l, size_t i)
{
  struct plugin *plugin = l->plugin;
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
    v->dtypes = 2 * GK_BIT (GK_U8) - 1;
  if (v->layouts == 0)
    v->layouts = 2 * GK_BIT (GK_COL_MAJOR) - 1;
  why = variant_wrong (plugin, i);
  if (why != NULL)
    return why;
  of = xasprintf ("variant %s", v->name);
  why = copy_options (l, &loaded->options, v->options, v->n_options, of);
  free (of);
  v->options = loaded->options;
  if (why != NULL)
    return why;
  loaded->unusable
      = l->host == NULL || v->device < l->host->n_kinds
            ? options_unknown (v->options, v->n_options)
            : xstrdup ("it is for a kind of device that this gkhost does not "
                       "know; a newer gkhost is needed");
  return NULL;
}

static char *
copy_variants (const struct loading *l)
{
  struct plugin *plugin = l->plugin;
  uint64_t n = plugin->p.n_variants;
  char *why = NULL;

  if (n == 0 && !plugin->has_family)
    return xstrdup ("it brings neither a family nor a variant");
  if (n > 0 && plugin->p.variants == NULL)
    return xstrdup ("its table of variants is broken: set variants and "
                    "n_variants together");
  if (n > 0 && plugin->p.variant_size == 0)
    return size_missing ("variant_size");
  if (n > 4096)
    return xstrdup ("n_variants is over 4096: the table is broken");
  plugin->variant = xcalloc (n, sizeof *plugin->variant);
  for (; plugin->n_variants < n && why == NULL; plugin->n_variants++)
    why = copy_variant (l, plugin->n_variants);
  return why;
}

static char *
copy_plugin (const struct loading *l, const gk_plugin *theirs)
{
  struct plugin *plugin = l->plugin;
  char *why;

  if (theirs == NULL)
    return xstrdup (GK_ENTRY_NAME " returned NULL");
  if (theirs->abi != GK_ABI)
    return xasprintf ("it was built for plugin ABI %u, and this gkhost has %d; "
                      "rebuild it with this gkhost's headers",
                      (unsigned)theirs->abi, GK_ABI);
  if (theirs->size < sizeof (gk_plugin))
    return xstrdup ("its size field is too small; register it with "
                    "GK_PLUGIN(), which sets the sizes");
  copy_known (&plugin->p, sizeof plugin->p, theirs, theirs->size);
  why = labels_wrong ("the plugin", plugin->p.name, plugin->p.summary,
                      "summary");
  if (why != NULL)
    return why;
  if (!text_valid (plugin->p.version))
    return xasprintf ("the plugin %s has no version: set it to a line of UTF-8",
                      plugin->p.name);
  why = copy_family (l);
  return why != NULL ? why : copy_variants (l);
}

bool
plugin_load (struct plugin *plugin, const char *path,
             const struct loader_host *host, char **why)
{
  const struct loading loading = { plugin, host };
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
  callback_begin (CALLBACK_LOAD);
  plugin->handle = dlopen (plugin->path, RTLD_NOW | RTLD_LOCAL);
  callback_end ();
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
  callback_begin (CALLBACK_LOAD);
  *why = copy_plugin (&loading, entry.function ());
  callback_end ();
  return *why == NULL;
}

void
plugin_unload (struct plugin *plugin)
{
  for (size_t i = 0; i < plugin->n_variants; i++) {
    free (plugin->variant[i].options);
    free (plugin->variant[i].unusable);
  }
  free (plugin->variant);
  free (plugin->options);
  free (plugin->companion);
  free (plugin->unusable);
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
