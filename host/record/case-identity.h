/* SPDX-License-Identifier: BSD-3-Clause
 *
 * By what the case of one run is known again in another: what was asked for, as
 * its record has it.
 */
#ifndef CASE_IDENTITY_H
#define CASE_IDENTITY_H

#include <stddef.h>
#include <stdint.h>

#include "record/case-record.h"

/* Of bytes that would take as much room as the records themselves.  Without
 * anything between its members: it may be the key of a map. */
struct identity {
  uint64_t hash, bytes;
};

/* Adds bytes to an identity, zeroed at first. */
void identity_add (struct identity *identity, const void *data, size_t bytes);

/* The job, the variant, the device and every value of problem, tunables, mode
 * and settings. */
struct identity case_identity (const struct case_record *record);
/* Likewise without the plugin, and the settings that are not of the mode, such
 * as a time limit: a job has one value of each. */
struct identity case_identity_in_job (const struct case_record *record);
/* What is measured, in whatever job and round, on whatever side and by whatever
 * settings: the variant, its tunables, the problem, the mode and the device. */
struct identity case_benchmark (const struct case_record *record);
/* Likewise, whichever timer takes its time. */
struct identity case_benchmark_any_timer (const struct case_record *record);
/* What is measured in its job, on whatever device of that model (NULL: of an
 * unknown one), in whatever round: what its siblings on other devices measure,
 * too. */
struct identity case_benchmark_of_model (const struct case_record *record,
                                         const char *model);
/* Where it stands in its run, and what it is compared with there. */
struct identity case_run_position (const struct case_record *record);

#endif
