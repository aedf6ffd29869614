/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Telemetry: has a process of its own, the watcher, look at a device's meter
 * while a case has its turn there.  It is started with the first such case.
 * One that falls or hangs costs what it would have told, and no case.
 */
#ifndef TELEMETRY_H
#define TELEMETRY_H

#include <jansson.h>
#include <stdbool.h>

#include "run/child.h"
#include "run/case-state.h"
#include "run/workers.h"

/* Zeroed: no device is known that has a meter. */
struct telemetry {
  json_t *address; /* of devices that may have one, by name; NULL: none */
  struct child poller;
  struct strand *strand; /* that waits for it; NULL: none */
  bool polling;          /* it watches */
  char
      *lost; /* why it is no more, until that was told; NULL: nothing to tell */
};

/* Learns which devices may have a meter: those that have an address, by name.
 */
void telemetry_set_devices (struct telemetry *telemetry, const json_t *address);
/* Around a turn of a case, which workers have part in. */
void telemetry_begin (struct telemetry *telemetry,
                      const struct case_state *state, struct workers *workers);
/* sampled: what the judge says of it; paused: other turns come.  Adds to the
 * state what was read. */
void telemetry_end (struct telemetry *telemetry, struct case_state *state,
                    const json_t *sampled, bool paused);
/* Sets what is known of a case, at its end. */
void telemetry_store (struct telemetry *telemetry, struct case_state *state,
                      struct pool *pool);
void telemetry_free (struct telemetry *telemetry);

#endif
