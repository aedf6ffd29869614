/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the time of a run went (-v).
 */
#ifndef TIME_SPENT_H
#define TIME_SPENT_H

#include <stdio.h>

#include "record/records.h"

/* plan_s: what finding plugins and devices took. */
void time_spent_print (FILE *out, const struct records *records, double plan_s);

#endif
