/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The processes of a lane: its timing workers and its judge, and the faults
 * that happen in them between cases.
 *
 * A timing worker serves the cases of one plugin on one
 * device, pinned to one set of cores, timing by one clock.  Up to WORKERS_KEPT
 * are kept; the idle ones are stopped (SIGSTOP), so that threads of a plugin
 * take no time from another's case.
 *
 * A worker is replaced after a crash, a timeout, a device error, and after a
 * case that was wrong, failed, or left its process in another state than it
 * found it (process_state in bench/bench.h): what it wrote anywhere must not be
 * charged to the next case.  With several rounds each case gets a new one,
 * since processes differ.  Only one worker holds memory on a device at a time.
 *
 * Replays have a worker of their own, in which no other case runs.  It is kept,
 * too, as what it ran before is of other problems, or on other inputs.
 *
 * A CUDA context takes 0.3 s to make and 0.1 s to end, and the driver makes one
 * at a time for all devices: 1.1 s each on four.  So workers that a later case
 * or a replay needs open their device while other cases run, and load no plugin
 * yet, and those that hold no memory exit meanwhile.  A launch of another
 * process then now and then takes a millisecond longer, which no median shows:
 * beside a program that did nothing else, 51 rows of an H200 took 1.000 and
 * 1.002 of their times.
 */
#ifndef WORKERS_H
#define WORKERS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/pool.h"
#include "plan/cases.h"
#include "record/records.h"
#include "run/child.h"
#include "run/cpu-affinity.h"

/* Faults: what fails between cases, and so is charged to none. */

/* Zeroed: none yet. */
struct faults {
  struct pool pool; /* of the records and their texts */
  struct fault_record **fault;
  size_t n;
};

/* Adds a fault of the case's variant. */
struct fault_record *faults_add_of_variant (struct faults *faults,
                                            const struct case_ *c,
                                            enum status status,
                                            const char *reason);
void faults_free (struct faults *faults);

/* An idle CUDA context holds some hundred megabytes of the device's memory. */
enum { WORKERS_KEPT = 5 };

struct worker {
  char *plugin, *device; /* NULL: an empty slot */
  char *cpus;            /* that it is pinned to; NULL: none */
  enum timed_by timer;   /* CUPTI is loaded in one that times by kernels */
  bool replays;          /* replays cases that another one ran before */
  bool ahead;            /* was started for a later case, and ran none yet */
  struct child child;
  bool stopped;
  bool busy;   /* between cases: it opens a device, or releases its problem */
  pid_t judge; /* the judge's process when it started */
  const struct case_ *holds; /* a case of the problem whose buffers it holds;
                              * NULL: none */
  size_t used;               /* workers.count when it last ran a case */
  const struct case_ *last, *before; /* its last case and the one before; NULL:
                                      * none */
};

struct workers {
  struct worker worker[WORKERS_KEPT];
  struct worker leaving[WORKERS_KEPT]; /* were dismissed, and exit; or empty */
  size_t count;
  struct faults *faults;               /* for workers that died while idle */
  const struct cpu_affinity *affinity; /* NULL: any core */
};

/* Starts a worker for a case unless there is one or no room, and has it open
 * the device and load the plugin while the judge makes the problem.  It waits
 * for that before a case is timed. */
void workers_start_early (struct workers *workers, const struct case_ *c,
                          pid_t judge);
/* Starts one for a later case, or for replays, unless there is one or no room,
 * and has it open the device while other cases run.  judge: the process that
 * will judge it. */
void workers_start_ahead (struct workers *workers, const struct case_ *c,
                          pid_t judge, bool replays);
/* Returns the worker for a case, started unless there is one; fresh: one that
 * ran no case.  All others are stopped and hold no memory on its device.
 * judge: the judge's process, which a worker gets when it starts; those of
 * another judge end.  NULL, after a message, when none can be started. */
struct worker *workers_find_or_start (struct workers *workers,
                                      const struct case_ *c, pid_t judge,
                                      bool replays, bool fresh);
/* The one that replayed a case begins to release its problem, and the one that
 * ran a case before goes on. */
void workers_end_replay (struct workers *workers);
/* Kills a worker that can't be used any more. */
void worker_retire (struct worker *worker);
/* Records a fault for each that died since its last case. */
void workers_retire_dead (struct workers *workers);
void workers_end (struct workers *workers);

/* The judge's process as the supervisor sees it: the one family that it has
 * loaded and the problem that it holds.  A failure in it is the family's.  In
 * set_up or during a case it ends that case; in teardown, between cases, it
 * becomes a fault record.
 *
 * The inputs' seed is the suite's `seed`, or judge_seed draws it.
 * judge/judge.h describes the seeds that the judge draws. */

struct judge_process {
  char *plugin; /* path of the family's; NULL: no process */
  struct child child;
  char *next_plugin; /* the same of the one that comes next; NULL: none yet */
  struct child next;
  bool examines;             /* examines families, too */
  const struct case_ *holds; /* a case of the problem that it holds; NULL:
                              * none */
  json_t *problem;           /* as the judge answered it */
  struct faults *faults;     /* receives the faults between cases */
  const struct cpu_affinity *affinity; /* NULL: any core */
};

enum judge_result {
  JUDGE_READY,
  JUDGE_REFUSES,    /* *reply has a status and a reason */
  JUDGE_FAILS,      /* *why says what the family did */
  JUDGE_INTERRUPTED /* or, after a message, no process could be started */
};

/* Starts the process that is to make the case's problem.  False where it holds
 * that, or, after a message, where none could be started. */
bool judge_start (struct judge_process *judge, const struct case_ *c);
/* Returns the process that will judge a later case, started unless there is
 * one; 0, after a message: none could be started. */
pid_t judge_start_next (struct judge_process *judge, const struct case_ *c);
/* Makes the case's problem, unless the judge holds it. */
enum judge_result judge_ensure_problem (struct judge_process *judge,
                                        const struct case_ *c, json_t **reply,
                                        char **why);
/* Releases the problem.  A teardown that fails becomes a fault. */
void judge_release (struct judge_process *judge);
/* Records what the verdict on a case says that the examination of the family
 * found.  Each finding is recorded once, since what one problem shows, others
 * do, too. */
void judge_note_faults (struct judge_process *judge, const struct case_ *c,
                        const json_t *verdict);
/* Kills a process that can't be used any more. */
void judge_retire (struct judge_process *judge);
void judge_end (struct judge_process *judge);

/* Returns the seed of a problem's inputs: the suite's, else a random one. */
uint64_t judge_seed (const struct case_ *c);

/* Returns what a child printed since the last call, in the pool; NULL:
 * nothing. */
const char *printed_by (struct child *child, struct pool *pool);
/* Returns "did not finish within 10 s; REMEDY", to be freed. */
char *timeout_reason (double seconds, const char *remedy);
/* Returns what to do where a case takes too long. */
const char *timeout_advice (const struct case_ *c);

#endif
