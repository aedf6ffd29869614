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
#include "record/case-record.h"
#include "run/cpu-affinity.h"
#include "run/workers.h"
#include "run/child.h"

/* ---- Telemetry ----------------------------------------------------------- */

/* Telemetry: a child (meter-poller.c) reads a device's meter while a case
 * runs there.  It starts with the first such case.  No case waits for it,
 * except for up to 5 s at its end; one that crashes or hangs ends
 * telemetry, and costs no case. */

/* Zeroed: no device has a meter. */
struct telemetry {
  json_t *address; /* addresses of devices that may have a meter, by name; NULL:
                    * none */
  struct child poller;
  bool polling; /* it is reading a meter */
  char *lost;   /* why telemetry ended, until a record has it; NULL: nothing to
                 * report */
};

/* Sets which devices may have a meter: those with an address, by name. */
void telemetry_set_devices (struct telemetry *telemetry, const json_t *address);
/* Starts reading the meter for a case.  workers: processes that are not counted
 * as others. */
void telemetry_begin (struct telemetry *telemetry, const char *device,
                      struct workers *workers);
/* Ends reading it, and stores the figures in the case's record.  sampled: the
 * judge's spans of samples. */
void telemetry_end (struct telemetry *telemetry, struct case_record *record,
                    const json_t *sampled, struct pool *pool);
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
/* Runs a case, and once more alone if it crashed in a process that another case
 * had used.  False after an interrupt, or, with a message, when no worker could
 * be started. */
bool lane_run_case (struct lane *lane, const struct case_ *c,
                    struct case_record *record, struct pool *pool);
/* Releases the last problem of its processes. */
void lane_release (struct lane *lane);
/* Ends its processes. */
void lane_close (struct lane *lane);

#endif
