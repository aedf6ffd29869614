/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The catalog: what the plugins found say of themselves.  Made by workers, one
 * a plugin, so that a broken plugin can't touch the supervisor.
 */
#ifndef CATALOG_H
#define CATALOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gkhost/plugin.h>

#include "base/pool.h"
#include "plugin/option.h"

/* What a plugin says of itself; texts are the catalogue's own. */
struct plugin_desc {
  const char *path; /* absolute */
  bool named;       /* the user named this very file */
  bool replaced;    /* by one of its name that was; gone when the catalogue is
                       made */
  const char *name, *summary, *version;
};

/* A variant that another plugin is to bring. */
struct companion_desc {
  const char *plugin, *variant;
  gk_device_kind device;
};

struct family_desc {
  const struct plugin_desc *plugin;
  const char *name, *summary;
  const char *unusable; /* what of it this host does not know; NULL: nothing */
  struct option_list options;       /* those that this host knows */
  struct companion_desc *companion; /* in the order of reading */
  size_t n_companions;
};

struct variant_desc {
  const struct plugin_desc *plugin;
  const char *family, *name, *summary;
  gk_device_kind device;
  uint32_t flags;
  uint64_t dtypes, layouts;
  uint32_t capability, capability_max;
  bool no_code;         /* this build of the plugin only lists it */
  const char *unusable; /* what of it this host does not know; NULL: nothing */
  struct option_list options; /* those that this host knows */
};

struct catalog {
  struct pool pool; /* of all that is said below */
  struct plugin_desc **plugin;
  size_t n_plugins;
  struct family_desc **family; /* by name */
  size_t n_families;
  struct variant_desc **variant; /* a family's own first, in its order; then
                                    those that other plugins bring */
  size_t n_variants;
  bool has_defaults; /* the default places were searched */
  bool has_named;    /* others were, that the user named */
};

/* Stands for the folders of GKHOST_PLUGIN_PATH, else the installed one. */
#define CATALOG_DEFAULT ""

/* Finds and describes plugins: each of paths is a .so, a folder of them, or
 * CATALOG_DEFAULT, which n == 0 means too.  A plugin that is found twice counts
 * once; a .so that is named stands in for a plugin of its name found in a
 * folder.
 * Complains about each plugin that can't be used; true when every path that
 * was named could be.  A broken plugin in a folder is a warning, one that was
 * named is an error. */
bool catalog_open (struct catalog *catalog, const char *const *paths, size_t n);
void catalog_close (struct catalog *catalog);

/* Where CATALOG_DEFAULT looks: folders, separated by colons. */
const char *catalog_default_places (void);

/* NULL when there is none. */
const struct family_desc *catalog_family (const struct catalog *catalog,
                                          const char *name);

#endif
