/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A problem as JSON: from the judge, by way of the supervisor, to the process
 * that times.
 */
#ifndef PROBLEM_JSON_H
#define PROBLEM_JSON_H

#include <jansson.h>
#include <stdbool.h>

#include "bench/problem.h"

/* A new reference. */
json_t *problem_to_json (const struct problem *problem);
/* False when json is not what problem_to_json writes. */
bool problem_from_json (struct problem *problem, const json_t *json);

#endif
