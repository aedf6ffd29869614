/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a worker says of a plugin that it has loaded, which description.h reads.
 */
#ifndef PLUGIN_JSON_H
#define PLUGIN_JSON_H

#include <jansson.h>

#include "plugin/loader.h"

/* A new reference. */
json_t *plugin_to_json (const struct plugin *plugin);

#endif
