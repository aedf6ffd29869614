/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where a run begins: at the first case, or with --resume where the run in its
 * file ended.
 */
#ifndef RESUMPTION_H
#define RESUMPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "record/journal.h"
#include "run/plan.h"
#include "run/run-options.h"

struct resumption {
  struct run_record *run;           /* what the run begins with */
  const struct case_record **there; /* by case: its result; NULL: run it */
  size_t n_there;
  struct case_record **copy; /* of those, such as stand elsewhere in the file:
                                they are written again */
  size_t n_copies;
  const struct case_ *unreleased; /* nobody has seen the end of its problem,
                                     whose cases all have results; NULL */
  double wall_s;                  /* what the run took before */
  bool goes_on;                   /* there are records, which new ones stand
                                     among */
  bool done;                      /* all of it, to the end record */
};

/* Opens the journal that the options name, and finds what is there.  The exit
 * status; unless it is EXIT_PASSED it was complained of, the file is as it was,
 * and there is nothing to close or free. */
int resumption_open (struct resumption *resumption, struct journal *journal,
                     const struct plan *plan,
                     const struct run_options *options);
void resumption_free (struct resumption *resumption);

#endif
