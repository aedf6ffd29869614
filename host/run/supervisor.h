/* SPDX-License-Identifier: BSD-3-Clause
 *
 * run/: runs cases in processes of their own: the supervisor, its lanes, judges
 * and timing workers, the frames and requests between them, telemetry,
 * discovery.
 * Uses: base, plugin, device, bench, judge, suite, plan, record.
 *
 * The supervisor runs cases, one at a time or one on each device, and survives
 * whatever a plugin does.  It loads no plugin and opens no device.  Its
 * children do that: each is a fresh process of this program, spawned and not
 * forked, since a CUDA context does not survive a fork.  Children answer in
 * frames (child.h).
 *
 * Processes
 * - A judge (workers.h) holds one family's plugin and one problem: the inputs,
 *   the choice of samples, the verdict.
 * - A timing worker (workers.h) serves the variants of one plugin on one
 *   device.  It calls only the variant, even where its file contains the
 *   family, too, and gets no seed: what times does not judge.
 * - A poller (lane.h, meter-poller.c) reads the meter of a device while a case
 *   runs there.
 * - Other workers describe plugins (discovery.h) and find devices (queries.h).
 * With --in-process the same code does all of it in the supervisor's process.
 *
 * The life of a case
 * 1. workers.c sends the judge "set_up" with the seed of the inputs, unless the
 *    judge holds the problem already.  The answer is the problem as variants
 *    get it: plain bytes, and a list of the buffers that it needs.  Meanwhile
 *    new timing workers open a GPU: one for cases, and one that waits for a
 *    replay.
 * 2. It finds the timing worker for the case, or starts one.
 * 3. session.c makes a socket between the two, the channel, and sends the case
 *    to both: to the judge the settings, to the worker the variant, its
 *    tunables, the mode and the problem.  Each end of the channel comes with
 *    the request.
 * 4. judge/run-case.c runs the case: begin, load, first launch, warm up, the
 *    other kinds of data once each, load, measure, audit, end.  Each step is an
 *    order (bench/orders.h), which bench/run-order.c carries out; the judge
 * waits for its claim while its own clock runs.
 * 5. Before the first load the judge sends descriptors of the memory that both
 *    processes map (channel.h).
 * 6. Both processes answer the supervisor, the judge with its part of the
 *    record.  session.c decides which of them a failure is charged to.
 *
 * Faults: what fails between two cases is charged to none and becomes a fault
 * record (workers.h): a family's teardown that crashes, a worker that dies
 * while it is idle, what the examination of a family finds, and a change of
 * what this process passes on to its children (base/inherited.h).
 *
 * Devices side by side: each device other than the CPU has a runner
 * (runner.c), a process with the supervisor of its plan; cases that run by
 * themselves have one that runs before.
 *
 * Ranks: ranks of a launcher each run a supervisor.  preflight.h keeps two of
 * them from timing on one device.
 */
#ifndef SUPERVISOR_H
#define SUPERVISOR_H

#include <jansson.h>
#include <stdbool.h>

#include "base/pool.h"
#include "plan/cases.h"
#include "run/cpu-affinity.h"
#include "record/case-record.h"
#include "record/device-record.h"
#include "record/records.h"

struct supervisor;

/* The worker's side of this same process, for --in-process.  This library does
 * not link it, so the caller, which links both sides, passes it in.  channel_fd
 * is -1. */
struct dispatcher;
struct local_worker {
  struct dispatcher *(*start) (const char *judge);
  json_t *(*dispatch) (struct dispatcher *, const json_t *request,
                       int channel_fd);
  void (*end) (struct dispatcher *);
};

/* Unless local is NULL, no workers are started: everything runs in this
 * process, without time limits. */
struct supervisor *supervisor_new (const struct local_worker *local);
/* From now on families are examined, too, and what that finds is a fault. */
void supervisor_examine (struct supervisor *s);
void supervisor_free (struct supervisor *s);

/* Returns the devices of the kinds in a set of GK_BIT()s, with their texts in
 * the pool.  The drivers of other kinds are not touched. */
struct device_records supervisor_devices (struct supervisor *s, uint32_t kinds,
                                          struct pool *pool);

/* Measures what a device can do at most.  Sets no date.  False, with *why, to
 * be freed, when that fails. */
bool supervisor_measure_limits (struct supervisor *s,
                                struct device_record *device, char **why);

/* Measures the time of an empty launch, which opens the device.  False, with
 * *why, to be freed, when that fails. */
bool supervisor_find_floor (struct supervisor *s, struct device_record *device,
                            char **why);

/* Starts the processes of a case whose problem is still to be made.  False
 * where that saves no time. */
bool supervisor_start_early (struct supervisor *s, const struct case_ *c);
/* Has the processes of a later case open its device while cases run.  NULL:
 * there is none. */
void supervisor_expect (struct supervisor *s, const struct case_ *later);

/* Runs a case.  Returns its record, in the pool; NULL after an interrupt, or,
 * with a message, when no worker could be started. */
struct case_record *supervisor_run_case (struct supervisor *s,
                                         const struct case_ *c,
                                         struct pool *pool);

/* Replays a case that has a time, and stores in its record what that shows.
 * False after an interrupt, or, with a message, when no worker could be
 * started: then the record is as it was. */
bool supervisor_replay_case (struct supervisor *s, const struct case_ *c,
                             struct case_record *record, struct pool *pool);

/* From now on its processes run on these cores; NULL: on any.  The caller keeps
 * ownership. */
void supervisor_pin (struct supervisor *s, const struct cpu_affinity *affinity);
/* Returns a device's address on the bus; NULL: not known. */
const char *supervisor_address (const struct supervisor *s, const char *device);

/* Makes the problem of a case without running it, so that its teardown is
 * tested, too. */
void supervisor_hold (struct supervisor *s, const struct case_ *c);

/* Releases the last problem of each worker, after all cases. */
void supervisor_release (struct supervisor *s);

/* Sets back what another process changed of what this one's children inherit,
 * and records that as a fault of this case; NULL: prints it. */
void supervisor_restore (struct supervisor *s, const struct case_ *c);

/* Returns the next fault that was not returned yet, NULL when there is none.
 * It lives as long as the supervisor. */
struct fault_record *supervisor_next_fault (struct supervisor *s);

#endif
