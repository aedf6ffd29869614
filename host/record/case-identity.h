/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The identity of a case: a hash of what was requested, by which a case of one
 * run is found again in another.  Two records have the same identity where the
 * fields that an identity covers are equal as written in a record.
 */
#ifndef RECORD_CASE_IDENTITY_H
#define RECORD_CASE_IDENTITY_H

#include <stddef.h>
#include <stdint.h>

#include "base/pool.h"
#include "plugin/catalog.h"
#include "record/case-record.h"
#include "record/run-record.h"

/* A hash instead of the bytes, which would take as much room as the records.
 * No padding between its members, so that it can be the key of a map. */
struct identity {
  uint64_t hash, bytes;
};

/* Covers the job, the plugin, the variant, the device, the round, the build's
 * label and every value of problem, tunables, mode and settings. */
struct identity case_identity (const struct case_record *record);
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

/* An index of results, for a run that takes over those of another.  A result is
 * found by the identity of its case (record/case-identity.h), the builds of the
 * plugins of its variant and its family, and its device. */

/* Starts zeroed. */
struct results {
  struct map map;
  struct pool keys;
  const struct case_record **result; /* borrowed */
  size_t n;
};

/* Adds a case record of a run, and replaces an equal one.  The catalog maps its
 * family to a plugin; without one the record is ignored. */
void results_add (struct results *results, const struct case_record *record,
                  const struct run_record *run, const struct catalog *catalog);
/* Returns the result for a case that this run requests; NULL: there is none. */
const struct case_record *results_find (const struct results *results,
                                        const struct case_record *record,
                                        const struct run_record *run,
                                        const struct catalog *catalog);
void results_free (struct results *results);

/* Returns the properties of a device that results of one run must share, as in
 * "NVIDIA H200, 132 units, capability 90"; to be freed. */
char *device_identity (const struct device_record *device);

#endif
