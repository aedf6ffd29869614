/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "device/kinds.h"
#include "plugin/abi-names.h"
#include "plugin/file-identity.h"
#include "plugin/loader.h"
#include "plugin/option.h"

/* ---- A plugin ---- */

/* Copies the members that host and plugin both know; the rest is zero. */
static void
copy_known (void *mine, size_t my_size, const void *theirs, size_t their_size)
{
  memset (mine, 0, my_size);
  memcpy (mine, theirs, their_size < my_size ? their_size : my_size);
}

static char *
report_size_missing (const char *field)
{
  return xasprintf (
      "its %s is 0; register it with GK_PLUGIN(), which sets the sizes", field);
}

/* Copies a table of options.  Returns NULL on success; else its fault. */
static char *
copy_options (const struct plugin *plugin, gk_option **mine,
              const gk_option *theirs, size_t n, const char *of)
{
  size_t their_size = plugin->p.option_size;

  *mine = NULL;
  if (n == 0)
    return NULL;
  if (theirs == NULL || n > OPTIONS_MAX)
    return xasprintf (
        "%s: the option table is broken: set options and n_options together",
        of);
  if (their_size == 0)
    return report_size_missing ("option_size");
  *mine = xcalloc (n, sizeof **mine);
  for (size_t i = 0; i < n; i++)
    copy_known (&(*mine)[i], sizeof **mine,
                (const char *)theirs + i * their_size, their_size);
  return options_fault (*mine, n, of, plugin->is_key);
}

/* Returns why options can't have values here, since a later header made them;
 * NULL when they can. */
static char *
find_unknown_option (const gk_option *option, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (!option_is_known (&option[i]))
      return xasprintf (
          "option '%s' has a type, a flag or a default " NAME_IS_LATER,
          option[i].name);
  return NULL;
}

static char *
copy_companions (struct plugin *plugin)
{
  gk_family *f = &plugin->family;
  size_t their_size = plugin->p.companion_size;
  uint32_t n = f->n_companions;
  gk_companion *c;
  char *why;

  if (n == 0)
    return NULL;
  if (f->companions == NULL || n > COMPANIONS_MAX)
    return xasprintf ("family %s: the table of companions is broken: set "
                      "companions and n_companions together",
                      f->name);
  if (their_size == 0)
    return report_size_missing ("companion_size");
  plugin->companion = xcalloc (n, sizeof *plugin->companion);
  f->n_companions = 0;
  for (size_t i = 0; i < n; i++) {
    c = &plugin->companion[f->n_companions];
    copy_known (c, sizeof *c, (const char *)f->companions + i * their_size,
                their_size);
    why = companion_fault (c, i);
    if (why != NULL)
      return why;
    /* One with a flag of a later host can't be named: what the flag says of it
     * is not known. */
    f->n_companions += !flags_are_later (c->flags, 0);
  }
  return NULL;
}

static char *
copy_family (struct plugin *plugin)
{
  const gk_plugin *p = &plugin->p;
  gk_family *f = &plugin->family;
  size_t n;
  char *why;

  if (p->family == NULL)
    return NULL;
  if (p->family_size == 0)
    return report_size_missing ("family_size");
  copy_known (f, sizeof *f, p->family, p->family_size);
  why = family_fault (f);
  if (why != NULL)
    return why;
  if (f->setup == NULL || f->fill == NULL || f->verify == NULL
      || f->teardown == NULL)
    return xasprintf ("family %s lacks one of setup, fill, verify, teardown",
                      f->name);
  n = f->n_options;
  why = copy_options (plugin, &plugin->options, f->options, n, f->name);
  f->options = plugin->options;
  if (why == NULL)
    why = copy_companions (plugin);
  f->companions = plugin->companion;
  plugin->has_family = true;
  if (why != NULL)
    return why;
  plugin->unusable = flags_are_later (f->flags, 0)
                         ? xstrdup ("it has a flag " NAME_IS_LATER)
                         : find_unknown_option (f->options, n);
  return NULL;
}

/* Returns why a variant can't be run here, since a later header made it; NULL
 * when it can. */
static char *
find_later_part (const gk_variant *v)
{
  if (v->device >= N_DEVICE_KINDS)
    return xstrdup ("it is for a kind of device " NAME_IS_LATER);
  if (flags_are_later (v->flags, VARIANT_FLAGS))
    return xstrdup ("it has a flag " NAME_IS_LATER);
  return find_unknown_option (v->options, v->n_options);
}

/* Returns the fault of variant i, but for its options; NULL: none. */
static char *
find_variant_fault (const struct plugin *plugin, size_t i)
{
  const gk_variant *v = &plugin->variant[i].v;
  char *why = variant_fault (v, i);

  if (why != NULL)
    return why;
  if (v->launch == NULL)
    return xasprintf ("variant %s has no launch; set it to the function that "
                      "computes the problem",
                      v->name);
  return plugin_variant (plugin, v->family, v->name) != NULL
             ? xasprintf ("variant %s appears twice", v->name)
             : NULL;
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
  /* The types and layouts of the first release: a variant is not run on others,
   * which it can't know. */
  if (v->dtypes == 0)
    v->dtypes = 2 * GK_BIT (GK_U8) - 1;
  if (v->layouts == 0)
    v->layouts = 2 * GK_BIT (GK_COL_MAJOR) - 1;
  why = find_variant_fault (plugin, i);
  if (why != NULL)
    return why;
  of = xasprintf ("variant %s", v->name);
  why = copy_options (plugin, &loaded->options, v->options, v->n_options, of);
  free (of);
  v->options = loaded->options;
  if (why != NULL)
    return why;
  loaded->unusable = find_later_part (v);
  return NULL;
}

static char *
copy_variants (struct plugin *plugin)
{
  uint64_t n = plugin->p.n_variants;
  char *why = NULL;

  if (n == 0 && !plugin->has_family)
    return xstrdup ("it brings neither a family nor a variant");
  if (n > 0 && plugin->p.variants == NULL)
    return xstrdup ("its table of variants is broken: set variants and "
                    "n_variants together");
  if (n > 0 && plugin->p.variant_size == 0)
    return report_size_missing ("variant_size");
  if (n > VARIANTS_MAX)
    return xasprintf ("n_variants is over %d: the table is broken",
                      VARIANTS_MAX);
  plugin->variant = xcalloc (n, sizeof *plugin->variant);
  for (; plugin->n_variants < n && why == NULL; plugin->n_variants++)
    why = copy_variant (plugin, plugin->n_variants);
  return why;
}

/* Returns why a table was made for another version of the interface, to be
 * freed; NULL: it was not. */
static char *
find_abi_fault (const gk_plugin *table)
{
  return table->abi != GK_ABI
             ? xasprintf ("it was built for plugin ABI %u, and this gkhost "
                          "has %d; rebuild it with this gkhost's headers",
                          (unsigned)table->abi, GK_ABI)
             : NULL;
}

static char *
copy_plugin (struct plugin *plugin, const gk_plugin *theirs)
{
  char *why = find_abi_fault (theirs);

  if (why != NULL)
    return why;
  if (theirs->size < sizeof (gk_plugin))
    return xstrdup ("its size field is too small; register it with "
                    "GK_PLUGIN(), which sets the sizes");
  copy_known (&plugin->p, sizeof plugin->p, theirs, theirs->size);
  why = plugin_fault (plugin->p.name, plugin->p.summary, plugin->p.version);
  if (why == NULL)
    why = copy_family (plugin);
  return why != NULL ? why : copy_variants (plugin);
}

/* Calls the plugin's entry.  NULL with *why. */
static const gk_plugin *
call_entry (const struct plugin *plugin, char **why)
{
  union {
    void *object;
    gk_entry *function;
  } entry = { .object = dlsym (plugin->handle, GK_ENTRY_NAME) };
  const gk_plugin *table;

  callback_begin (CALLBACK_LOAD);
  table = entry.object != NULL ? entry.function () : NULL;
  callback_end ();
  if (entry.object == NULL)
    *why = xstrdup (NOT_A_PLUGIN);
  else if (table == NULL)
    *why = xstrdup (GK_ENTRY_NAME " returned NULL");
  return table;
}

/* Has a bridge load the script.  NULL with *why, which may have several lines.
 */
static const gk_plugin *
load_script (const struct plugin *plugin, char **why)
{
  union {
    void *object;
    gk_script *function;
  } entry = { .object = dlsym (plugin->handle, GK_SCRIPT_ENTRY_NAME) };
  const char *errors = NULL;
  const gk_plugin *table;

  if (entry.object == NULL) {
    *why = xstrdup (NOT_A_BRIDGE);
    return NULL;
  }
  callback_begin (CALLBACK_LOAD);
  /* Only who describes a plugin checks its keys. */
  table = entry.function (plugin->path,
                          plugin->is_key != NULL ? GK_SCRIPT_LIST : 0, &errors);
  if (table == NULL)
    *why = xstrdup (errors != NULL ? errors
                                   : GK_SCRIPT_ENTRY_NAME " returned NULL");
  callback_end ();
  return table;
}

/* Opens the file, or the bridge of a script, with the dynamic linker, and
 * returns the plugin's table.  NULL with *why. */
static const gk_plugin *
load_table (struct plugin *plugin, const char *bridge, char **why)
{
  const gk_plugin *table;

  callback_begin (CALLBACK_LOAD);
  plugin->handle
      = dlopen (bridge != NULL ? bridge : plugin->path, RTLD_NOW | RTLD_LOCAL);
  callback_end ();
  if (plugin->handle == NULL) {
    *why
        = xasprintf ("%s%sit can't be loaded: %s", bridge != NULL ? bridge : "",
                     bridge != NULL ? ": " : "", dlerror ());
    return NULL;
  }
  table = call_entry (plugin, why);
  if (table == NULL)
    return NULL;
  callback_begin (CALLBACK_TABLES);
  *why = find_abi_fault (table);
  callback_end ();
  if (*why != NULL)
    return NULL;
  return bridge != NULL ? load_script (plugin, why) : table;
}

bool
plugin_load (struct plugin *plugin, const char *path, const char *identity,
             host_key *is_key, char **why)
{
  const gk_plugin *table;

  *plugin = (struct plugin){ .path = realpath (path, NULL), .is_key = is_key };
  if (plugin->path == NULL) {
    *why = xstrdup (strerror (errno));
    return false;
  }
  *why = file_replaced (plugin->path, identity);
  if (*why != NULL)
    return false;
  table = load_table (plugin, identity_bridge (identity), why);
  if (table == NULL)
    return false;
  /* The file that was loaded is the one that was checked. */
  *why = file_replaced (plugin->path, identity);
  if (*why != NULL)
    return false;
  callback_begin (CALLBACK_TABLES);
  *why = copy_plugin (plugin, table);
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

/* ---- Plugins that are loaded ---- */

const struct plugin *
loaded_plugins_get (struct loaded_plugins *loaded, const char *path,
                    const char *identity, char **why)
{
  struct plugin *plugin;
  char *reason, *rest;

  for (size_t i = 0; i < loaded->n; i++)
    if (strcmp (loaded->plugin[i]->path, path) == 0)
      return loaded->plugin[i];
  plugin = xcalloc (1, sizeof *plugin);
  if (!plugin_load (plugin, path, identity, NULL, &reason)) {
    /* A reason is one line; what the plugin printed is shown with it. */
    rest = strchr (reason, '\n');
    if (rest != NULL) {
      fprintf (stderr, "%s\n", rest + 1);
      *rest = '\0';
    }
    *why = xasprintf ("loading the plugin again: %s", reason);
    free (reason);
    plugin_unload (plugin);
    free (plugin);
    return NULL;
  }
  XAPPEND (loaded->plugin, loaded->n) = plugin;
  return plugin;
}

void
loaded_plugins_free (struct loaded_plugins *loaded)
{
  for (size_t i = 0; i < loaded->n; i++) {
    plugin_unload (loaded->plugin[i]);
    free (loaded->plugin[i]);
  }
  free (loaded->plugin);
}
