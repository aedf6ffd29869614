/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The supervisor: has workers run cases, one at a time, and outlives whatever
 * happens to them.  A worker serves the cases of one plugin on one device and
 * is replaced after any fault.
 */
#ifndef SUPERVISOR_H
#define SUPERVISOR_H

#include <stdbool.h>

#include "base/pool.h"
#include "plan/cases.h"
#include "record/case-record.h"
#include "record/device-record.h"

struct supervisor;

/* in_process: no workers; everything in this process, without time limits. */
struct supervisor *supervisor_new (bool in_process);
void supervisor_free (struct supervisor *s);

/* What there is to run on, its texts in the pool.  cuda false: the driver is
 * not even asked. */
struct device_records supervisor_devices (struct supervisor *s, bool cuda,
                                          struct pool *pool);

/* Runs one case; its record, in the pool.  NULL: interrupted, or no worker
 * could be started (complained of). */
struct case_record *supervisor_run (struct supervisor *s, const struct case_ *c,
                                    struct pool *pool);

#endif
