/* SPDX-License-Identifier: BSD-3-Clause
 *
 * plugin/: plugin files: their check, loading, what they describe, the
 * services they are handed, and the catalogue of all.
 * Uses: base, device/kinds.h.
 *
 * The loader: opens one plugin and takes over what it says of itself, in
 * structs of this host's own size.  Only a worker calls it (or the one process
 * of --in-process).
 */
#ifndef LOADER_H
#define LOADER_H

#include <stdbool.h>
#include <stddef.h>

#include <gkhost/plugin.h>

#include "plugin/table-faults.h"

/* A gk_variant in this host's size, its options likewise. */
struct loaded_variant {
  gk_variant v; /* v.family is set; v.options is this struct's own */
  gk_option *options;
  char *unusable; /* what of it this host does not know; NULL: nothing */
};

struct plugin {
  char *path; /* absolute */
  void *handle;
  gk_plugin p;
  bool has_family;
  gk_family family; /* its options and companions are this struct's own */
  gk_option *options;
  gk_companion *companion;
  char *unusable; /* what of the family this host does not know; NULL */
  struct loaded_variant *variant;
  size_t n_variants;
};

/* Opens the plugin at path, whose file has that identity (file-identity.h), and
 * takes over its tables if they are sound (table-faults.h).  False when it
 * can't be used: *why says why and is to be freed.  is_key NULL: one that was
 * loaded before, and found good. */
bool plugin_load (struct plugin *plugin, const char *path, const char *identity,
                  host_key *is_key, char **why);
/* Frees what loading made.  The shared object stays mapped: CUDA's runtime in
 * it does not stand being unloaded while the driver is open. */
void plugin_unload (struct plugin *plugin);

/* NULL when the plugin has none of that name for that family. */
const gk_variant *plugin_variant (const struct plugin *plugin,
                                  const char *family, const char *name);

#endif
