/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The catalog: what the plugins that were found say of themselves, each plugin,
 * family and variant once.
 */
#ifndef CATALOG_H
#define CATALOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include <gkhost/plugin.h>

#include "base/pool.h"
#include "plugin/option.h"
#include "plugin/table-faults.h"

/* A file that was found. */
struct plugin_file {
  char *path;     /* absolute */
  char *identity; /* see file-identity.h */
  bool named;     /* the user named this very file */
};

/* What a plugin says of itself; texts are the catalogue's own. */
struct plugin_desc {
  const char *path, *identity; /* as of its file */
  bool named;
  bool dropped;       /* for another file; gone when the catalog is resolved */
  size_t found_index; /* among those that were found */
  const char *name, *summary, *version;
  const char *family; /* that it brings; NULL: none */
  const char *home;   /* that, else the one of its first variant */
  bool namesake;      /* another plugin that was found has its name */
};

/* A variant that a family lists as brought by another plugin. */
struct companion_desc {
  const char *plugin, *variant;
  gk_device_kind device;
  const char *const *tunable; /* names, ended by NULL */
};

struct family_desc {
  const struct plugin_desc *plugin;
  const char *name, *summary;
  bool dropped;         /* as of plugins */
  const char *unusable; /* what of it this host does not know; NULL: nothing */
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
  uint32_t capability, capability_max;
  double precision; /* 0: its dtype's */
  bool foreign;     /* from neither its family's plugin nor a companion of it */
  bool dropped;     /* as of plugins */
  const char *missing; /* why no plugin here brings it; NULL: one does */
  const struct companion_desc *companion; /* set only where it is missing */
  const char *unusable; /* what of it this host does not know; NULL: nothing */
  struct option_list options; /* those that this host knows */
};

struct catalog {
  struct pool pool; /* of all that is said below */
  struct plugin_desc **plugin;
  size_t n_plugins;
  size_t n_found; /* plugins before those were left out that are not used */
  struct family_desc **family; /* as their plugins were found */
  size_t n_families;
  struct variant_desc **variant; /* in reading order: see companions.h */
  size_t n_variants;
  const char *folders; /* the default ones, with colons between; NULL in a
                          catalog made by hand */
  bool has_defaults;   /* they were searched */
  bool has_named;      /* others were, that the user named */
};

/* Adds what a worker says of the plugin in a file.  NULL when all of it was
 * sound; else what is wrong with it, to be freed, and nothing is added. */
char *catalog_add (struct catalog *catalog, const struct plugin_file *file,
                   const json_t *description, host_key *is_key);

/* Leaves each plugin, family and variant once, and puts them in order; says in
 * a line what is left out.  Of two files of one plugin the one that the user
 * named is used, then that of the higher version, then the first that was
 * found; of two plugins with one family, or one variant, the one that was
 * named, then the family's own, then one whose name no other plugin has, then
 * the first.  False, with a complaint, when
 * the user named both. */
bool catalog_resolve (struct catalog *catalog);
void catalog_close (struct catalog *catalog);

/* NULL when there is none. */
const struct family_desc *catalog_find_family (const struct catalog *catalog,
                                               const char *name);

#endif
