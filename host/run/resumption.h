/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where a run begins: at the first case, or with --resume where the run in its
 * file ended.  The file is not changed before everything was checked.
 */
#ifndef RESUMPTION_H
#define RESUMPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "record/runs.h"
#include "run/plan.h"

struct resumption {
  struct run_record *run;           /* the new run record */
  const struct case_record **there; /* by case: its result; NULL: run it */
  size_t n_there;
  struct case_record **copy; /* results that are written again, under another
                                number */
  size_t n_copies;
  const struct case_ *unreleased; /* all cases of its problem have results, but
                                     the problem was not released; or NULL */
  double wall_s;                  /* time that the run took before, in s */
  bool goes_on;                   /* the file has records of this run */
  bool done;                      /* the run was completed: nothing is left */
};

/* Opens the journal that the options name, and matches its results with the
 * plan. Returns the exit status; after an error there was a message, the file
 * is unchanged, and there is nothing to close or free. */
int resumption_open (struct resumption *resumption, struct journal *journal,
                     const struct plan *plan,
                     const struct run_options *options);
void resumption_free (struct resumption *resumption);

#endif
