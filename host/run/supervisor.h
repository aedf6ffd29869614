/* SPDX-License-Identifier: BSD-3-Clause
 *
 * process/: the supervisor, its workers, the frames and requests between them.
 * Uses: base, plugin, device, bench, judge, suite, plan, record.
 *
 * The supervisor: has workers run cases, one at a time or one a device, and
 * outlives whatever happens to them.  A worker serves the cases of one plugin
 * on one device and is replaced after any fault.
 */
#ifndef SUPERVISOR_H
#define SUPERVISOR_H

#include <jansson.h>
#include <stdbool.h>

#include "base/pool.h"
#include "plan/cases.h"
#include "run/case-state.h"
#include "record/case-record.h"
#include "record/device-record.h"
#include "record/fault-record.h"

struct supervisor;

/* The worker's side of this same process: what the supervisor asks where it
 * starts no workers.  It links none of it; who links both sides hands it in. */
struct dispatcher;
struct local_worker {
  struct dispatcher *(*start) (const char *judge);
  json_t *(*dispatch) (struct dispatcher *, const json_t *request, int channel_fd);
  void (*end) (struct dispatcher *);
};

/* local, unless NULL: no workers; everything in this process, without time
 * limits. */
struct supervisor *supervisor_new (const struct local_worker *local);
/* From now on families are examined, too: what is found is a fault. */
void supervisor_examine (struct supervisor *s);
/* From now on ranks begin cases together; it stays the caller's.  NULL: they
 * do not. */
struct barrier;
void supervisor_set_barrier (struct supervisor *s, struct barrier *barrier);
/* How many did; absent: none waits. */
int64_t supervisor_barriers_passed (const struct supervisor *s);
void supervisor_free (struct supervisor *s);

/* The devices of the kinds in a set of GK_BIT()s, their texts in the pool.  The
 * drivers of other kinds are not even asked. */
struct device_records supervisor_devices (struct supervisor *s, uint32_t kinds,
                                          struct pool *pool);

/* Has it measured what a device can do at the most; no date is set.  False
 * where it can't be: *why says why, to be freed. */
bool supervisor_measure_limits (struct supervisor *s,
                                struct device_record *device, char **why);

/* Likewise the shortest time that a launch can be seen to take, which needs the
 * device to be opened. */
bool supervisor_find_floor (struct supervisor *s, struct device_record *device,
                            char **why);

/* Runs a case, or a turn of it; the record is in the pool.  False: interrupted,
 * or no worker could be started (complained of). */
bool supervisor_run_case (struct supervisor *s, struct case_state *state,
                          struct pool *pool);

/* Has run called for each of n devices, which are not the CPU, in lanes of
 * their own: while one waits in supervisor_run_case, another goes on.  What is
 * not of these devices is not to be run meanwhile.  False, complained of, when
 * there can be no lanes; then nothing ran. */
bool supervisor_run_lanes (struct supervisor *s, const char *const *device,
                           size_t n, void (*run) (void *user, size_t i),
                           void *user);

/* Makes the problem of a case without running it, so that what goes wrong in
 * its end is seen. */
void supervisor_hold (struct supervisor *s, const struct case_ *c);

/* Ends the last problem of each worker, when all cases have run. */
void supervisor_release (struct supervisor *s);

/* What went wrong between cases, and so is charged to none: the next that was
 * not told yet, NULL: none.  It lives as long as the supervisor. */
struct fault_record *supervisor_next_fault (struct supervisor *s);

#endif
