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

#include "base/inherited.h"
#include "base/pool.h"
#include "plan/cases.h"
#include "record/case-record.h"
#include "run/child.h"
#include "run/cpu-affinity.h"
#include "run/request.h"
#include "run/workers.h"

/* ---- Telemetry ----------------------------------------------------------- */

/* Telemetry: a child (meter-poller.c) reads a device's meter while a case
 * runs there.  It starts with the first such case.  No case waits for it,
 * except for up to 5 s at its end; one that crashes or hangs ends
 * telemetry, and costs no case. */

struct telemetry {
  json_t *address; /* addresses of devices that may have a meter, by name; NULL:
                    * telemetry has ended */
  struct child poller;
  bool polling; /* it is reading a meter */
  char *lost;   /* why telemetry ended, until a record has it; NULL: nothing to
                 * report */
};

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

/* Zeroed, but for the faults of its workers and its judge, the addresses, and
 * what its processes inherit. */
struct lane {
  struct inherited inherited; /* as this process was when it started */
  const struct case_ *last;   /* the last case; NULL: none */
  const struct case_ *later;  /* the next that needs another device or plugin;
                               * NULL: none */
  const struct case_ *ahead;  /* the last for which a process was started ahead;
                               * NULL: none */
  const struct problem *replayed;      /* the last for whose replays one was */
  const struct cpu_affinity *affinity; /* NULL: its processes run on any core */
  struct workers workers;
  struct judge_process judge;
  struct lost_devices lost;
  struct telemetry telemetry;
};

/* If the case's problem is still to be made, starts the timing workers for it,
 * which open the device meanwhile: that takes long.  False where it opens at
 * once. */
bool lane_start_early (struct lane *lane, const struct case_ *c);
/* Has the timing workers of a later case open its device while cases run, where
 * that takes long.  NULL: there is none. */
void lane_expect (struct lane *lane, const struct case_ *later);
/* Runs a case, and once more alone if it crashed in a process that another case
 * had used.  False after an interrupt, or, with a message, when no worker could
 * be started. */
bool lane_run_case (struct lane *lane, const struct case_ *c,
                    struct case_record *record, struct pool *pool);
/* Sets back what another process changed of what this one's children inherit,
 * and records that as a fault of this case; NULL: prints it. */
void lane_restore (struct lane *lane, const struct case_ *c);
/* True where the case is replayed if it is the fastest and its results are
 * verified.  Rounds have a process each, so that to replay the first of them is
 * enough. */
bool lane_may_replay (const struct case_ *c);
/* Replays a case that has a time, in other processes, and stores in its record
 * what that shows (replay.c).  False as above; the record is unchanged then. */
bool lane_replay_case (struct lane *lane, const struct case_ *c,
                       struct case_record *record, struct pool *pool);
/* Runs one replay of a case, whose outcome is an enum replay_outcome where the
 * judge answered it.  False as above. */
bool lane_run_replay (struct lane *lane, const struct case_ *c,
                      const struct replay_request *replay,
                      struct case_record *record, struct pool *pool,
                      int *outcome);
/* Ends its processes. */
void lane_close (struct lane *lane);

/* A session: a case at work in the judge and in the timing worker, from the two
 * requests to the two answers.
 *
 * A failure is charged like this.  When the judge crashes or is too slow, the
 * family failed: "failed", with a reason that begins with "family NAME:".  When
 * the worker crashes or is too slow, the case did: "crashed" or "timeout".
 * When one of them is gone, or out of time, the channel is shut down, so that
 * the other ends soon.  The one that still answers then was waiting for the
 * other. */

struct session {
  const struct case_ *c;
  struct child *judge, *worker;
  double begin;            /* clock_now, in seconds */
  double seconds;          /* that the session may take */
  double computed, wanted; /* the worker's cpu_time_all_threads and
                            * cpu_time_wanted when it began */
  pid_t process;           /* the timing process; 0: not known */
  bool replays;            /* whose record is kept only if it fails */
  int channel_fd;          /* our copy of the judge's end of the channel */
  json_t *verdict;         /* the judge's answer; NULL: none */
  json_t *worker_reply;    /* the worker's; NULL: none */
  enum child_answer judge_ended, worker_ended;
  char *judge_why, *worker_why;
};

/* Sends the case, or its replay unless that is NULL, to both, with a channel
 * between them.  False, after a message, when there is no socket. */
bool session_open (struct session *session, const struct case_ *c,
                   struct judge_process *judge, struct child *worker,
                   const struct replay_request *replay);
/* Waits for both and stores the outcome of the case.  False after an
 * interrupt. */
bool session_end (struct session *session, struct case_record *record,
                  struct pool *pool);
/* True when the worker can serve other cases. */
bool session_worker_is_sound (const struct session *session,
                              const struct case_record *record);
void session_free (struct session *session);

/* Stores what a verdict and the worker's answer, which may be NULL, may set in
 * the record. */
void session_apply (struct case_record *record, struct pool *pool,
                    json_t *verdict, const json_t *worker_reply);

/* Returns the files with code that a worker has mapped, and this process has
 * not (libraries.c); none where the system does not tell. */
struct texts libraries_of (pid_t worker, struct pool *pool);

/* Ends a case whose judge answered why there is no problem. */
void session_end_refused (struct case_record *record, struct pool *pool,
                          const json_t *reply);
/* Ends a case with a failure of its family. */
void session_blame_family (struct case_record *record, struct pool *pool,
                           const struct case_ *c, const char *why);

#endif
