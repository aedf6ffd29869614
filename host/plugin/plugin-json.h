/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A plugin's description as JSON: written by a worker, read by the catalog.
 */
#ifndef PLUGIN_JSON_H
#define PLUGIN_JSON_H

#include <jansson.h>

#include "plugin/catalog.h"
#include "plugin/loader.h"

/* A new reference. */
json_t *plugin_to_json (const struct plugin *plugin);

/* Each is made in the pool; NULL when json is not what plugin_to_json writes.
 */
struct plugin_desc *plugin_desc_new (struct pool *pool, const json_t *json);
struct family_desc *family_desc_new (struct pool *pool, const json_t *json,
                                     const struct plugin_desc *plugin);
struct variant_desc *variant_desc_new (struct pool *pool, const json_t *json,
                                       const struct plugin_desc *plugin);

#endif
