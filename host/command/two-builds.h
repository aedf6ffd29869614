/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A run of two builds of one plugin (--compare): what is planned, and what is
 * said of it in the end.
 */
#ifndef TWO_BUILDS_H
#define TWO_BUILDS_H

#include <stdbool.h>
#include <stdio.h>

#include "command/make-plan.h"
#include "plan/builds.h"

struct two_builds {
  char *label[2], *path[2]; /* as they are called, and the files */
  struct catalog other;     /* that has the second */
};

/* As plan_make, with the cases of both. two_builds_free is due in both cases,
 * behind plan_free. */
bool two_builds_plan (struct two_builds *builds, struct plan *plan,
                      const struct options *options,
                      struct supervisor *supervisor);
void two_builds_free (struct two_builds *builds);

/* Prints the comparison of a run's two sides; the exit status. */
int two_builds_compare (FILE *out, const struct options *options,
                        const struct records *records,
                        const struct texts *sides);
/* Likewise as a run ends, which may have ended worse. */
int two_builds_verdict (FILE *out, const struct options *options,
                        const struct plan *plan, const struct records *records,
                        int status);

#endif
