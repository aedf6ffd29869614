/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The supervisor: has workers run cases, one at a time, and outlives whatever
 * happens to them.  A worker serves the cases of one plugin on one device and
 * is replaced after any fault.
 */
#ifndef SUPERVISOR_H
#define SUPERVISOR_H

#include <jansson.h>
#include <stdbool.h>

#include "plan/cases.h"

struct supervisor;

/* in_process: no workers; everything in this process, without time limits. */
struct supervisor *supervisor_new (bool in_process);
void supervisor_free (struct supervisor *s);

/* {"devices":[...],"no_cuda":why}; a new reference.  cuda false: the driver is
 * not even asked. */
json_t *supervisor_devices (struct supervisor *s, bool cuda);

/* Runs one case; its record, a new reference.  NULL: interrupted, or no worker
 * could be started (complained of). */
json_t *supervisor_run (struct supervisor *s, const struct case_ *c);

/* Ends the last problem of each worker, when all cases have run. */
void supervisor_release (struct supervisor *s);

/* What went wrong since the last call between cases, and so is charged to none:
 * an array of fault records, a new reference. */
json_t *supervisor_faults (struct supervisor *s);

#endif
