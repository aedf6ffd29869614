/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A lane runs cases one after the other.  It owns a judge, timing workers, the
 * poller of the device's meter, and the list of lost devices.
 */
#ifndef LANE_H
#define LANE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/pool.h"
#include "run/case-state.h"
#include "run/faults.h"
#include "run/judges.h"
#include "run/cpu-affinity.h"
#include "run/workers.h"
#include "run/child.h"

/* ---- Telemetry ----------------------------------------------------------- */

/* Telemetry: a child (meter-poller.h) reads a device's meter while a case has
 * its turn there.  It starts with the first such case.  No case waits for it,
 * except for up to 5 s at the end of a turn; one that crashes or hangs ends
 * telemetry, and costs no case. */

/* Zeroed: no device has a meter. */
struct telemetry {
  json_t *address; /* addresses of devices that may have a meter, by name; NULL:
                    * none */
  struct child poller;
  bool polling;          /* it is reading a meter */
  char *lost; /* why telemetry ended, until a record has it; NULL: nothing to
               * report */
};

/* Sets which devices may have a meter: those with an address, by name. */
void telemetry_set_devices (struct telemetry *telemetry, const json_t *address);
/* Starts reading the meter for a turn.  workers: processes that are not counted
 * as others. */
void telemetry_begin (struct telemetry *telemetry,
                      const struct case_state *state, struct workers *workers);
/* Ends reading it, and adds the readings to the state.  sampled: the judge's
 * spans of samples; paused: other turns follow. */
void telemetry_end (struct telemetry *telemetry, struct case_state *state,
                    const json_t *sampled, bool paused);
/* Stores the figures in the case's record, at its end. */
void telemetry_store (struct telemetry *telemetry, struct case_state *state,
                      struct pool *pool);
void telemetry_free (struct telemetry *telemetry);

/* ---- Lost devices -------------------------------------------------------- */

struct lost_device {
  char *name;
  bool suspected; /* check it before its next case */
  char *why;      /* its answer when it was found to be lost; NULL: it is not
                   * lost */
};

/* Devices on which a case failed, and whether each was found to be lost.
 * Zeroed: none. */
struct lost_devices {
  struct lost_device *device;
  size_t n;
};

/* ---- The lane ------------------------------------------------------------ */

struct lane {
  const struct cpu_affinity *affinity; /* NULL: its processes run on any core */
  struct workers workers;
  struct judge_process judge;
  struct lost_devices lost;
  struct telemetry telemetry;
};

/* Opens a zeroed lane. */
void lane_open (struct lane *lane, struct faults *faults);
/* Runs a case, or a turn of it, as supervisor_run_case does. */
bool lane_run_case (struct lane *lane, struct case_state *state,
                    struct pool *pool);
/* Releases the last problem of its processes. */
void lane_release (struct lane *lane);
/* Ends its processes. */
void lane_close (struct lane *lane);

#endif
