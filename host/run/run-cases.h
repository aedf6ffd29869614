/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A run: runs every case of a plan that has no result yet, in the sequence of
 * the schedule, and appends the records to a journal.  Each record goes to the
 * journal first, then to the caller, which prints it.  A check skips some cases
 * (runner.c).
 */
#ifndef RUN_CASES_H
#define RUN_CASES_H

#include <stdbool.h>
#include <stddef.h>

#include "plan/schedule.h"
#include "record/records.h"
#include "record/runs.h"
#include "run/plan.h"
#include "run/resumption.h"
#include "run/supervisor.h"

/* Why gkhost check leaves a case out whose launches may take long. */
#define TOO_LONG_TO_CHECK                                                      \
  "a launch may take over 0.1 s, by what smaller sizes took; run it from a "   \
  "suite"

/* The callbacks of a run. */
struct run_closing {
  bool prints_rows; /* print writes to standard output as cases end */
  /* Prints the row of a record that is in the journal.  False, after one
   * message, when standard output can't be written. */
  bool (*print) (const struct run_closing *, const struct record *);
  /* Prints which case runs next; may be NULL. */
  void (*announce) (const struct case_record *);
  /* Called at the end of the run, in any case, with all records in the journal,
   * which it closes.  status: EXIT_PASSED, EXIT_CASES or EXIT_HOST so far.
   * Returns the exit status of the program. */
  int (*close) (const struct run_closing *, struct journal *, int status);
};

/* Runs the cases.  Returns what closing->close returns. */
int run_plan (const struct plan *plan, const struct run_options *options,
              struct supervisor *supervisor, struct journal *journal,
              const struct resumption *resumption,
              const struct run_closing *closing);

/* A runner: a process that runs a list of cases one after the other, those of
 * one device, or all cases.  One process, one device, one case at a time.
 *
 * The parent has no thread, no plugin and no device.  When the plan is made it
 * forks a runner for each list; a runner inherits the plan, is the subreaper of
 * its judge and workers (reaper.h), and waits for them where it needs an
 * answer.  It reports each event to the parent in a frame (frame.h); the parent
 * passes the events on, in the order in which they arrive.
 *
 * A runner ends with its parent.  When a runner is killed, the case that it ran
 * is the first of a new one; if that is killed with it, too, it has crashed.
 * With --in-process the list runs in this process. */

/* The events of a run, passed on in the parent. */
struct run_events {
  void *user;
  struct pool *pool; /* for the records that are passed */
  int private_fd;    /* closed in runners; -1: none */
  /* A case begins.  It is not called for skipped cases. */
  void (*begin) (void *user, const struct case_ *c);
  /* Called about every second while runners run. */
  void (*wait) (void *user);
  /* A fault was found between two cases. */
  void (*fault) (void *user, struct fault_record *fault);
  /* A case has ended.  False when the run has to stop. */
  bool (*end) (void *user, const struct case_ *c, struct case_record *record);
};

/* What all lists of a run have in common. */
struct case_runner {
  const struct plan *plan;
  const struct run_options *options;
  struct supervisor *supervisor;
  const struct case_ *unreleased; /* as resumption's; NULL: none */
  const struct run_events *events;
};

/* Runs n cases, by their indices, in this process.  False when the run can't
 * continue. */
bool runner_run_cases (const struct case_runner *r, const size_t *index,
                       size_t n);

/* Runs n lists side by side, each in a runner.  device: the device of each;
 * NULL where n is 1, for cases of any device.  False when the run can't
 * continue. */
bool runners_run (const struct case_runner *r, const struct indices *list,
                  const char *const *device, size_t n);

#endif
