/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Devices as JSON, for the supervisor and for the record of a run.
 */
#ifndef DEVICE_JSON_H
#define DEVICE_JSON_H

#include <jansson.h>
#include <stdbool.h>

/* {"devices":[...], "no_cuda":why}; a new reference.  cuda false: the CPU
 * only. */
json_t *devices_to_json (bool cuda);

#endif
