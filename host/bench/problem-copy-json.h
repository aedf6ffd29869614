/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A problem as JSON, which the judge sends by way of the supervisor to the timing
 * worker.
 */
#ifndef PROBLEM_COPY_JSON_H
#define PROBLEM_COPY_JSON_H

#include <jansson.h>
#include <stdbool.h>

#include "bench/problem-copy.h"

/* Returns a new reference. */
json_t *problem_copy_to_json (const struct problem_copy *problem);
/* False when json is not what problem_copy_to_json writes. */
bool problem_copy_from_json (struct problem_copy *problem, const json_t *json);

#endif
