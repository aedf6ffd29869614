/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "plugin/catalog.h"
#include "described-catalog.h"
#include "description-sample.h"
#include "suite/settings.h"

struct catalog
described_catalog (void)
{
  const struct plugin_file file = { (char *)"/a.so", (char *)"1:2", false };
  struct catalog catalog = { 0 };
  json_t *json = described_all ();

  if (catalog_add (&catalog, &file, json, setting_is_key) != NULL)
    abort ();
  catalog_resolve (&catalog);
  json_decref (json);
  return catalog;
}
