/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Devices as JSON, for the supervisor and for the record of a run.
 */
#ifndef DEVICE_JSON_H
#define DEVICE_JSON_H

#include <jansson.h>

/* The devices of the kinds that a list names, and of each kind that has none
 * the reason: {"devices":[...], "no_cuda":why}; a new reference. */
json_t *devices_to_json (const json_t *kinds);

#endif
