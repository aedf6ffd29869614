/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the time of a run went (-v).
 */
#ifndef TIME_SPENT_H
#define TIME_SPENT_H

#include <jansson.h>
#include <stdio.h>

/* plan_s: what finding plugins and devices took. */
void time_spent_print (FILE *out, const json_t *records, double plan_s);

#endif
