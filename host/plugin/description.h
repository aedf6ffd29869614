/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reads a worker's description of a plugin as untrusted data: the plugin shares
 * the worker's process and could have written it itself.  A description with
 * any fault is rejected as a whole.
 */
#ifndef DESCRIPTION_H
#define DESCRIPTION_H

#include <jansson.h>

#include "plugin/catalog.h"
#include "plugin/table-faults.h"

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

#endif
