/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An index of results, for a run that takes over those of another.  A result is
 * found by the identity of its case (record/case-identity.h), the builds of the
 * plugins of its variant and its family, and its device.
 */
#ifndef RESULTS_H
#define RESULTS_H

#include "base/map.h"
#include "base/pool.h"
#include "plugin/catalog.h"
#include "record/case-record.h"
#include "record/run-record.h"

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
