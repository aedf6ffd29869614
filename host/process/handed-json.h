/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A problem as JSON: from the judge, by way of the supervisor, to the process
 * that times.
 */
#ifndef HANDED_JSON_H
#define HANDED_JSON_H

#include <jansson.h>
#include <stdbool.h>

#include "bench/handed.h"

/* A new reference. */
json_t *handed_to_json (const struct handed *problem);
/* False when json is not what handed_to_json writes. */
bool handed_from_json (struct handed *problem, const json_t *json);

#endif
