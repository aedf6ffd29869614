/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The plot of a sweep: a variant's speed over its tunables.  One tunable is a
 * line.  Several are a heat map of the two with the most values, where each
 * cell has the fastest values of the others.  The fastest row is marked.
 */
#ifndef PLOT_TUNABLES_H
#define PLOT_TUNABLES_H

#include <stdbool.h>
#include <stdio.h>

#include "report/groups.h"

struct tunable_axis {
  const char *name;
  char **value; /* ascending */
  size_t n;
};

/* The rows of one variant in a block. */
struct plot_tunables {
  const struct block *block;
  const char *variant, *device;
  size_t n_varied; /* tunables with several values */
  struct tunable_axis axis[2];
  const struct case_record **best_at; /* index: axis[1] * axis[0].n + axis[0] */
  const struct case_record *best;
};

/* Finds the next sweep at or after row *at of a block, and advances *at; false
 * after the last.  The caller frees each sweep. */
bool plot_tunables_next (struct plot_tunables *sweep, const struct block *block,
                         size_t *at);
void plot_tunables_free (struct plot_tunables *sweep);

void plot_tunables_print (FILE *out, const struct plot_tunables *sweep,
                          bool alone);

#endif
