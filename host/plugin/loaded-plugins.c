/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "plugin/loaded-plugins.h"

static void
free_plugin (struct plugin *plugin)
{
  plugin_unload (plugin);
  free (plugin);
}

const struct plugin *
loaded_plugins_get (struct loaded_plugins *loaded, const char *path,
                    const char *identity, char **why)
{
  struct plugin *plugin;
  char *reason;

  for (size_t i = 0; i < loaded->n; i++)
    if (strcmp (loaded->plugin[i]->path, path) == 0)
      return loaded->plugin[i];
  plugin = xcalloc (1, sizeof *plugin);
  if (!plugin_load (plugin, path, identity, NULL, &reason)) {
    *why = xasprintf ("loading the plugin again: %s", reason);
    free (reason);
    free_plugin (plugin);
    return NULL;
  }
  loaded->plugin = xgrow (loaded->plugin, loaded->n, sizeof *loaded->plugin);
  loaded->plugin[loaded->n++] = plugin;
  return plugin;
}

void
loaded_plugins_free (struct loaded_plugins *loaded)
{
  for (size_t i = 0; i < loaded->n; i++)
    free_plugin (loaded->plugin[i]);
  free (loaded->plugin);
}
