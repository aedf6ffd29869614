/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Makes the inputs of a case once more, from fill on, to check that the family
 * makes the same bytes, and that vary reports all ranges that it changes.
 */
#ifndef REFILL_CHECK_H
#define REFILL_CHECK_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "judge/inputs.h"
#include "plugin/services.h"

/* Appends a fault of a callback. */
void finding_add (json_t *findings, const char *callback, const char *what);

/* True when two sets of inputs have the same bytes. */
bool inputs_same (const struct inputs *a, const struct inputs *b, gk_data data);
/* Fills a set with a seed, overwriting it; false with a finding. */
bool refill_check_fill (struct inputs *inputs, struct services *services,
                        gk_data data, uint64_t seed, json_t *findings);
/* Makes the set `kept` once more, and a generation behind it, which is left in
 * `made`.  Both other sets have memory for it. */
void refill_check_run (struct inputs *made, struct inputs *other,
                       const struct inputs *kept, struct services *services,
                       gk_data data, json_t *findings);

#endif
