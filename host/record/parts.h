/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The parts of a run that was resumed.  Each part begins with a run record of
 * its own, which lists the earlier cases that no longer count.
 */
#ifndef PARTS_H
#define PARTS_H

#include <jansson.h>
#include <stdbool.h>

#include "record/records.h"

/* True where a run record continues the run before it. */
bool record_resumes (const json_t *run);

/* Joins all parts into one run, as if it had never been interrupted: one run
 * record; the cases that count, in the order of the suite; each fault after
 * the cases of its problem; and the last part's end record, if any.  Leaves
 * records of one part unchanged. */
void records_join (struct records *records);

#endif
