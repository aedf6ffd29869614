/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The identity of a case: a hash of what was requested, by which a case of one
 * run is found again in another.  Two records have the same identity where the
 * fields that an identity covers are equal as written in a record.
 */
#ifndef CASE_IDENTITY_H
#define CASE_IDENTITY_H

#include <stddef.h>
#include <stdint.h>

#include "record/case-record.h"

/* A hash instead of the bytes, which would take as much room as the records.
 * No padding between its members, so that it can be the key of a map. */
struct identity {
  uint64_t hash, bytes;
};

/* Adds bytes to an identity, which starts zeroed. */
void identity_add (struct identity *identity, const void *data, size_t bytes);

/* Covers the job, the plugin, the variant, the device, the round, the build's
 * label and every value of problem, tunables, mode and settings. */
struct identity case_identity (const struct case_record *record);
/* The same without the plugin and the settings outside the mode, such as a time
 * limit, of which a job has one value each. */
struct identity case_identity_in_job (const struct case_record *record);
/* Covers what is measured: the variant, its tunables, the problem, the mode and
 * the device; not the job, the round, the build's label and other settings. */
struct identity case_benchmark (const struct case_record *record);
/* The same without the timer (the key timer of the mode). */
struct identity case_benchmark_any_timer (const struct case_record *record);
/* Covers what is measured in a job on any device of that model (NULL: unknown),
 * in any round: equal for all devices of one model. */
struct identity case_benchmark_of_model (const struct case_record *record,
                                         const char *model);
/* Covers the number of the case in its run, its problem, its tuned tunables and
 * its baseline. */
struct identity case_run_position (const struct case_record *record);

#endif
