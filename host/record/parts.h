/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The parts of a run that was ended and resumed: each begins with a run record
 * of its own, and says which cases of those before no longer count.
 */
#ifndef PARTS_H
#define PARTS_H

#include <jansson.h>
#include <stdbool.h>

#include "record/records.h"

/* Whether a run record goes on with the run before it. */
bool record_resumes (const json_t *run);

/* Makes one run of all parts, as if it had never been ended: one run record,
 * what counts of the cases in the order of the suite, each fault behind those
 * of its problem, and the last part's end record, if it has one.  Records of
 * one part are left as they are. */
void records_join (struct records *records);

#endif
