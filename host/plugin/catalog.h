/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The catalog: the plugins that were found, their families and their variants,
 * as workers described them.  All are added first (catalog_add); then
 * catalog-resolve.h leaves each once.
 */
#ifndef PLUGIN_CATALOG_H
#define PLUGIN_CATALOG_H

#include <gkhost/plugin.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/names.h"
#include "base/pool.h"
#include "plugin/option.h"
#include "plugin/table-faults.h"

/* A file that was found. */
struct plugin_file {
  char *path;     /* absolute */
  char *identity; /* see file-identity.h */
  bool named;     /* the user named this very file */
};

/* A plugin's description; the catalog owns its texts. */
struct plugin_desc {
  const char *path, *identity; /* as in plugin_file */
  bool named;
  bool dropped;       /* in favour of another file; resolving removes it */
  size_t found_index; /* among the plugins that were found */
  const char *name, *summary, *version;
  const char *family; /* that it contains; NULL: none */
  const char *home;   /* its family, else that of its first variant */
  bool namesake;      /* another plugin that was found has the same name */
};

/* A variant that a family lists, and another plugin contains. */
struct companion_desc {
  const char *plugin, *variant;
  gk_device_kind device;
  const char *const *tunable; /* names; the last is NULL */
  const char *summary;
  const char
      *missing; /* printed where the plugin is not found; NULL: nothing */
};

struct family_desc {
  const struct plugin_desc *plugin;
  const char *name, *summary;
  bool dropped;         /* as for plugins */
  const char *unusable; /* what this host does not know of it; NULL: nothing */
  struct option_list options;             /* those that this host knows */
  const struct companion_desc *companion; /* in reading order */
  size_t n_companions;
};

struct variant_desc {
  const struct plugin_desc *plugin;
  const char *family, *name, *summary;
  gk_device_kind device;
  uint32_t flags;
  uint64_t dtypes, layouts;
  uint32_t capability, capability_max, multiple; /* of sizes; 0: any */
  double precision;                              /* 0: its dtype's */
  uint32_t warmup;                               /* launches */
  bool foreign; /* neither in its family's plugin nor a companion of it */
  bool dropped; /* as for plugins */
  const char *missing; /* why no plugin here has it; NULL: one has */
  const struct companion_desc *companion; /* set where it is missing */
  const char *unusable; /* what this host does not know of it; NULL: nothing */
  struct option_list options; /* those that this host knows */
};

struct catalog {
  struct pool pool; /* owns all descriptions below */
  struct plugin_desc **plugin;
  size_t n_plugins;
  size_t n_found;              /* plugins before resolving */
  struct family_desc **family; /* in the order in which plugins were found */
  size_t n_families;
  struct variant_desc **variant; /* in reading order: see companions.c */
  size_t n_variants;
  const char *folders; /* the default ones, separated by colons; NULL in a
                          catalog made by a test */
  bool has_defaults;   /* these were searched */
  bool has_named;      /* others were searched, which the user named */
};

/* Adds the plugin in a file by a worker's description of it.  NULL on success;
 * else what is wrong with the description, to be freed, and nothing is added.
 */
char *catalog_add (struct catalog *catalog, const struct plugin_file *file,
                   const json_t *description, host_key *is_key);

void catalog_close (struct catalog *catalog);

/* NULL when there is none. */
const struct family_desc *catalog_find_family (const struct catalog *catalog,
                                               const char *name);

/* Resolves a catalog once all plugins are added: keeps each plugin, family and
 * variant once, adds missing companions, and puts variants in reading order. */

/* Prints a line for all that is dropped.  Of two files of one plugin it keeps
 * the one that the user named, then the higher version, then the first found;
 * of two plugins with one family, or one variant, the one that was named, then
 * the family's own, then one whose name no other plugin has, then the first
 * found. False, after a message, when the user named both. */
bool catalog_resolve (struct catalog *catalog);

/* Reads a worker's description of a plugin as untrusted data: the plugin shares
 * the worker's process and could have written it itself.  A description with
 * any fault is rejected as a whole. */

struct description {
  struct plugin_desc *plugin;
  struct family_desc *family; /* NULL: none */
  struct variant_desc **variant;
  size_t n_variants;
};

/* Reads JSON as plugin_to_json makes it, into the pool.  Returns NULL on
 * success; else what is wrong with it, to be freed. */
char *description_read (struct description *description, struct pool *pool,
                        const json_t *json, host_key *is_key);

/* Companions: variants that a family lists, and other plugins contain.  One
 * that no plugin here contains is in the catalog all the same, so that a suite
 * which names it is valid everywhere; its cases are skipped. */

/* True when the family, which may be NULL, lists the variant as one of its
 * plugin. */
bool companion_is_listed (const struct family_desc *family,
                          const struct variant_desc *variant);

/* Adds the variants that are missing, and sorts all into reading order: a
 * family's own first, then its companions as it lists them, then those of other
 * plugins. */
void companions_complete (struct catalog *catalog);

/* True when a variant that is missing has a tunable of this name. */
bool companion_has_tunable (const struct variant_desc *variant,
                            const char *name);
/* Offers the names of all of its tunables; none where it is not missing. */
void companion_offer_tunables (const struct variant_desc *variant,
                               struct nearest *nearest);

#endif
