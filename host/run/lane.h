/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A lane: all that cases need which run one after the other, whatever runs
 * beside them: a judge, timing workers, who looks at the device, and what is
 * known of devices that were lost.
 */
#ifndef LANE_H
#define LANE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/pool.h"
#include "base/strand.h"
#include "run/case-state.h"
#include "run/faults.h"
#include "run/judges.h"
#include "run/cpu-affinity.h"
#include "run/telemetry.h"
#include "run/workers.h"

struct lost_device {
  char *name;
  bool suspected; /* look at it before its next case */
  char *why;      /* what it answered when it was found to be lost; NULL: it was
                     not */
};

/* Zeroed: none. */
struct lost_devices {
  struct lost_device *device;
  size_t n;
};

struct lane {
  const char *device;    /* that its cases are on; NULL: any */
  struct strand *strand; /* that runs them; NULL: none */
  struct cpu_affinity affinity;
  bool has_affinity; /* there it computes; else anywhere */
  struct workers workers;
  struct judge_process judge;
  struct lost_devices lost;
  struct telemetry telemetry;
};

/* Of one that is zero but for what is set above its workers.  address: of the
 * devices that have one, by name; NULL: none is known. */
void lane_open (struct lane *lane, struct faults *faults,
                const json_t *address);
/* Runs a case, or a turn of it, as supervisor_run_case does. */
bool lane_run_case (struct lane *lane, struct case_state *state,
                    struct pool *pool);
/* Ends the last problem of its processes. */
void lane_release (struct lane *lane);
/* Ends its processes; it can be opened again. */
void lane_close (struct lane *lane);

#endif
