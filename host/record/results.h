/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Results that records have, to be found by what another run asks for: the same
 * case (record/case-identity.h), by the same builds of the plugins of its
 * variant and its family, on the same device.
 */
#ifndef RESULTS_H
#define RESULTS_H

#include "base/map.h"
#include "base/pool.h"
#include "plugin/catalog.h"
#include "record/case-record.h"
#include "record/run-record.h"

/* Zeroed: none. */
struct results {
  struct map map;
  struct pool keys;
  const struct case_record **result; /* borrowed */
  size_t n;
};

/* Adds a case record of a run, in place of one of the same before.  The catalog
 * tells which plugin has its family: of one that it has not there is no
 * result. */
void results_add (struct results *results, const struct case_record *record,
                  const struct run_record *run, const struct catalog *catalog);
/* The result of what a record, of this run, asks for; NULL: there is none. */
const struct case_record *results_find (const struct results *results,
                                        const struct case_record *record,
                                        const struct run_record *run,
                                        const struct catalog *catalog);
void results_free (struct results *results);

/* What of a device has to be the same for results to be of one run: "NVIDIA
 * H200, 132 units, capability 90"; to be freed. */
char *device_identity (const struct device_record *device);

#endif
