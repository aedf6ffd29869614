/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A coordinate descent through the combinations of tunables: one tunable after
 * the other has each of its values, the others held, and keeps the fastest.  It
 * is over when that changed none of them.
 */
#ifndef DESCENT_H
#define DESCENT_H

#include <stdbool.h>
#include <stddef.h>

#include "suite/job.h"

struct descent {
  const struct sweep *sweep;
  size_t n;       /* tunables */
  size_t *value;  /* of each, the one that it has, by its place in its sweep */
  size_t tunable; /* that has each of its values now */
  size_t settled; /* those before it, going round, that kept what they have */
  size_t *line;   /* numbers (plan/tunings.h) of the combinations that makes */
  size_t n_line;  /* 0: it is over */
};

/* Of a variant that has more combinations than one. */
void descent_start (struct descent *descent, const struct job_variant *variant);
/* Takes how long those of the line take, each; 0: no such time is to be kept,
 * since it failed, or is not right. */
void descent_take (struct descent *descent, const double *seconds);
void descent_free (struct descent *descent);

#endif
