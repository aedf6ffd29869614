/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The plan of a run: everything that is known before the first case runs.  The
 * commands make it; a run reads it and changes nothing.
 */
#ifndef RUN_PLAN_H
#define RUN_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pool.h"
#include "base/rank.h"
#include "plan/cases.h"
#include "plugin/catalog.h"
#include "record/device-record.h"
#include "suite/job.h"
#include "suite/suite.h"

struct plan {
  struct suite suite;
  struct catalog catalog;
  const struct plugin_desc *other; /* the second build of one of its plugins;
                                      NULL: there is none */
  const char *build_labels[2];     /* the names of those two builds */
  struct jobs jobs;
  int64_t drawn_seed; /* of random searches; 0: none was drawn */
  struct device_list devices;
  struct cases cases;
  struct device_records found; /* the devices, as a worker described them */
  struct pool pool;            /* memory of `found` */
  double seconds;              /* time that making the plan took */
};

/* The options of the command line that a run needs. */

/* Whether a run continues the one in its file. */
enum resume {
  RESUME_NOT,
  RESUME,       /* runs the cases without a result */
  RESUME_FAILED /* runs those that failed, crashed or timed out, too */
};

struct run_options {
  int argc; /* the whole command line, for the record */
  char **argv;
  const char *output; /* path of the journal; NULL: it is kept in memory */
  enum resume resume;
  bool across;             /* resumes a run of another host, too */
  const struct rank *rank; /* which this process is, of several */
  bool check;              /* skips cases of variants that crashed or hung */
  bool in_process;         /* cases run in this process */
  bool beside;             /* devices may run cases at the same time */
  bool shows_progress;     /* on standard error */
};

#endif
