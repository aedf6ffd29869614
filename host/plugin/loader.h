/* SPDX-License-Identifier: BSD-3-Clause
 *
 * plugin/: plugin files: checks and loads them, describes their contents, gives
 * them the host's services, and makes the catalog of all.
 * Uses: base, device/kinds.h.
 *
 * The loader opens one plugin and copies its tables into structs of this host's
 * own size.  Only a judge or a worker calls it (or the one process of
 * --in-process).
 */
#ifndef PLUGIN_LOADER_H
#define PLUGIN_LOADER_H

#include <gkhost/plugin.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "plugin/table-faults.h"

/* A gk_variant in this host's size, and its options. */
struct loaded_variant {
  gk_variant v; /* v.family is set; v.options is this struct's own */
  gk_option *options;
  char *unusable; /* what this host does not know of it; NULL: nothing */
};

struct plugin {
  char *path; /* absolute */
  void *handle;
  host_key *is_key; /* NULL: keys were checked before */
  gk_plugin p;
  bool has_family;
  gk_family family; /* its options and companions are this struct's own */
  gk_option *options;
  gk_companion *companion;
  char *unusable; /* what this host does not know of the family; NULL */
  struct loaded_variant *variant;
  size_t n_variants;
};

/* Opens the plugin at path, whose file has that identity (file-identity.h), and
 * copies its tables if they have no fault (table-faults.h).  False with *why,
 * to be freed.  is_key NULL: a worker checked option names against keys before.
 */
bool plugin_load (struct plugin *plugin, const char *path, const char *identity,
                  host_key *is_key, char **why);
/* Frees the copies.  The shared object stays mapped: CUDA's runtime in it must
 * not be unloaded while the driver is open. */
void plugin_unload (struct plugin *plugin);

/* Returns NULL when the plugin has none of that name for that family. */
const gk_variant *plugin_variant (const struct plugin *plugin,
                                  const char *family, const char *name);

/* The plugins that a process has loaded, each once. */

struct loaded_plugins {
  struct plugin **plugin;
  size_t n;
};

/* Returns the plugin of that path; loads it first if it is not loaded, from the
 * file of that identity.  It stays loaded until the process ends.  NULL with
 * *why, to be freed. */
const struct plugin *loaded_plugins_get (struct loaded_plugins *loaded,
                                         const char *path, const char *identity,
                                         char **why);
void loaded_plugins_free (struct loaded_plugins *loaded);

/* Describes a loaded plugin as JSON, which description.c reads. */

/* Returns a new reference. */
json_t *plugin_to_json (const struct plugin *plugin);

#endif
