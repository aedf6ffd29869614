/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Describes a loaded plugin as JSON, which description.h reads.
 */
#ifndef PLUGIN_JSON_H
#define PLUGIN_JSON_H

#include <jansson.h>

#include "plugin/loader.h"

/* Returns a new reference. */
json_t *plugin_to_json (const struct plugin *plugin);

#endif
