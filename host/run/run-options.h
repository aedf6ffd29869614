/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The options of the command line that a run needs.
 */
#ifndef RUN_OPTIONS_H
#define RUN_OPTIONS_H

#include <stdbool.h>

#include "base/rank.h"

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
  const struct rank *rank; /* which this process is, of several */
  bool check;              /* skips cases of variants that crashed or hung */
  bool in_process;         /* cases run in this process */
  bool beside;             /* devices may run cases at the same time */
  bool shows_progress;     /* on standard error, if that is a terminal */
};

#endif
