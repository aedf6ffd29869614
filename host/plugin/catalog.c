/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "plugin/catalog.h"

static void
add_variants (struct catalog *catalog, const struct description *d)
{
  for (size_t i = 0; i < d->n_variants; i++)
    XAPPEND (catalog->variant, catalog->n_variants) = d->variant[i];
}

char *
catalog_add (struct catalog *catalog, const struct plugin_file *file,
             const json_t *json, host_key *is_key)
{
  struct description d;
  char *why = description_read (&d, &catalog->pool, json, is_key);

  if (why != NULL)
    return why;
  d.plugin->path = pool_text (&catalog->pool, file->path);
  d.plugin->identity = pool_text (&catalog->pool, file->identity);
  d.plugin->named = file->named;
  d.plugin->found_index = catalog->n_plugins;
  XAPPEND (catalog->plugin, catalog->n_plugins) = d.plugin;
  if (d.family != NULL)
    XAPPEND (catalog->family, catalog->n_families) = d.family;
  add_variants (catalog, &d);
  return NULL;
}

void
catalog_close (struct catalog *catalog)
{
  free (catalog->plugin);
  free (catalog->family);
  free (catalog->variant);
  pool_free (&catalog->pool);
  *catalog = (struct catalog){ 0 };
}

const struct family_desc *
catalog_find_family (const struct catalog *catalog, const char *name)
{
  for (size_t i = 0; i < catalog->n_families; i++)
    if (strcmp (catalog->family[i]->name, name) == 0)
      return catalog->family[i];
  return NULL;
}
