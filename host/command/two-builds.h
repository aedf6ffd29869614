/* SPDX-License-Identifier: BSD-3-Clause
 *
 * --compare: a run of two builds of one plugin.  Each case is planned for both
 * builds, which then take samples in turns; at the end the two are compared.
 */
#ifndef TWO_BUILDS_H
#define TWO_BUILDS_H

#include <stdbool.h>
#include <stdio.h>

#include "command/make-plan.h"
#include "plan/builds.h"

struct two_builds {
  char *label[2], *path[2]; /* names and files */
  struct catalog other;     /* with the second build */
};

/* As plan_make, with the cases of both builds.  The caller calls
 * two_builds_free, after plan_free, in both cases. */
bool two_builds_plan (struct two_builds *builds, struct plan *plan,
                      const struct options *options,
                      struct supervisor *supervisor);
void two_builds_free (struct two_builds *builds);

/* Prints the comparison of the two builds in a run.  sides: their names.
 * Returns the exit status. */
int two_builds_compare (FILE *out, const struct options *options,
                        const struct records *records,
                        const struct texts *sides);
/* Prints the same comparison as the verdict of a run (struct run_closing).  A
 * failed run keeps its status. */
int two_builds_verdict (FILE *out, const struct options *options,
                        const struct plan *plan, const struct records *records,
                        int status);

#endif
