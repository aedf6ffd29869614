/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The plugins that a process has loaded, each once.
 */
#ifndef LOADED_PLUGINS_H
#define LOADED_PLUGINS_H

#include <stddef.h>

#include "plugin/loader.h"

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

#endif
