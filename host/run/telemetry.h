/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Telemetry: a child (meter-poller.h) reads a device's meter while a case has
 * its turn there.  It starts with the first such case.  No case waits for it,
 * except for up to 5 s at the end of a turn; one that crashes or hangs ends
 * telemetry, and costs no case.
 */
#ifndef TELEMETRY_H
#define TELEMETRY_H

#include <jansson.h>
#include <stdbool.h>

#include "run/child.h"
#include "run/case-state.h"
#include "run/workers.h"

/* Zeroed: no device has a meter. */
struct telemetry {
  json_t *address; /* addresses of devices that may have a meter, by name; NULL:
                    * none */
  struct child poller;
  struct strand *strand; /* waits for it; NULL: none */
  bool polling;          /* it is reading a meter */
  char *lost; /* why telemetry ended, until a record has it; NULL: nothing to
               * report */
};

/* Sets which devices may have a meter: those with an address, by name. */
void telemetry_set_devices (struct telemetry *telemetry, const json_t *address);
/* Around a turn of a case, in which the workers' processes belong to this
 * run. */
void telemetry_begin (struct telemetry *telemetry,
                      const struct case_state *state, struct workers *workers);
/* sampled: the judge's spans of samples; paused: other turns follow.  Adds the
 * readings to the state. */
void telemetry_end (struct telemetry *telemetry, struct case_state *state,
                    const json_t *sampled, bool paused);
/* Stores the figures in the case's record, at its end. */
void telemetry_store (struct telemetry *telemetry, struct case_state *state,
                      struct pool *pool);
void telemetry_free (struct telemetry *telemetry);

#endif
