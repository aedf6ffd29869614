/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a worker says of a plugin, read as a stranger's data: the plugin shares
 * the worker's process and could have said it itself.  All of it is sound, or
 * nothing of it is taken.
 */
#ifndef DESCRIPTION_H
#define DESCRIPTION_H

#include <jansson.h>

#include "plugin/catalog.h"
#include "plugin/table-faults.h"

struct description {
  struct plugin_desc *plugin;
  struct family_desc *family; /* NULL: it brings none */
  struct variant_desc **variant;
  size_t n_variants;
};

/* Reads what plugin_to_json writes, into the pool.  NULL when it is that; else
 * what is wrong with it, to be freed. */
char *description_read (struct description *description, struct pool *pool,
                        const json_t *json, host_key *is_key);

#endif
