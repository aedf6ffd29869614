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

/* The devices of the kinds in a set of GK_BIT()s, as device-json.h tells them;
 * a new reference.  The drivers of other kinds are not even asked. */
json_t *supervisor_devices (struct supervisor *s, uint32_t kinds);

/* Runs one case; its record, a new reference.  NULL: interrupted, or no worker
 * could be started (complained of). */
json_t *supervisor_run (struct supervisor *s, const struct case_ *c);

#endif
