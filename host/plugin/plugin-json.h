/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A plugin's description as JSON: written by a worker, read by the catalog.
 */
#ifndef PLUGIN_JSON_H
#define PLUGIN_JSON_H

#include <jansson.h>

#include "catalog.h"
#include "loader.h"

/* A new reference. */
json_t *plugin_to_json (const struct plugin *plugin);

/* Each gives a new object that its free function frees; NULL when json is not
 * what plugin_to_json writes. */
struct plugin_desc *plugin_desc_new (const json_t *json);
struct family_desc *family_desc_new (const json_t *json,
                                     const struct plugin_desc *plugin);
struct variant_desc *variant_desc_new (const json_t *json,
                                       const struct plugin_desc *plugin);
void plugin_desc_free (struct plugin_desc *desc);
void family_desc_free (struct family_desc *desc);
void variant_desc_free (struct variant_desc *desc);

#endif
