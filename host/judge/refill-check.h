/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Remaking: makes the inputs of a case once more, from fill on, to see whether
 * the family makes the same ones, and whether vary tells all that it changes.
 */
#ifndef REFILL_CHECK_H
#define REFILL_CHECK_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "judge/inputs.h"
#include "plugin/services.h"

/* Adds what a callback of the family was found to do. */
void finding_add (json_t *findings, const char *callback, const char *what);

/* Whether two sets of inputs are the same. */
bool inputs_same (const struct inputs *a, const struct inputs *b, gk_data data);
/* Fills a set with a seed, whatever was in it; false with a finding. */
bool refill_check_fill (struct inputs *inputs, struct services *services,
                        gk_data data, uint64_t seed, json_t *findings);
/* Remakes a set, and one generation more, for which both others have
 * room: it is left in made. */
void refill_check_run (struct inputs *made, struct inputs *other,
                       const struct inputs *kept, struct services *services,
                       gk_data data, json_t *findings);

#endif
