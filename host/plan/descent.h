/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A coordinate descent through the combinations of tunables.  It tries all
 * values of one tunable while the others stay fixed, keeps the fastest, and
 * goes to the next tunable.  It ends when a full pass has changed nothing.
 */
#ifndef DESCENT_H
#define DESCENT_H

#include <stdbool.h>
#include <stddef.h>

#include "suite/job.h"

struct descent {
  const struct sweep *sweep;
  size_t n;       /* tunables */
  size_t *value;  /* index of each tunable's current value in its sweep */
  size_t tunable; /* the tunable that is varied now */
  /* Consecutive tunables right before the current one, cyclically, whose value
   * is known to be the best on its axis. */
  size_t settled;
  size_t *line;  /* numbers (plan/tunings.h) of the combinations on the current
                    axis */
  size_t n_line; /* 0: it is over */
};

/* Starts a descent; the variant has at least two combinations. */
void descent_start (struct descent *descent, const struct job_variant *variant);
/* Stores the times of the axis' combinations, in seconds; 0 for a case that
 * failed or was wrong.  Then moves to the next axis. */
void descent_take (struct descent *descent, const double *seconds);
void descent_free (struct descent *descent);

#endif
