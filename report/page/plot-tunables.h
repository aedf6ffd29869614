/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a variant's tunables do to its speed: over one that was swept a line,
 * over more a heat map of the two with the most values, in which each place has
 * the best of the others; the best of all is marked.
 */
#ifndef PLOT_TUNABLES_H
#define PLOT_TUNABLES_H

#include <stdbool.h>
#include <stdio.h>

#include "report/groups.h"

struct tunable_axis {
  const char *name;
  char **value; /* in order */
  size_t n;
};

/* The rows of one variant in a block. */
struct plot_tunables {
  const struct block *block;
  const char *variant, *device;
  size_t n_varied; /* tunables of which there are several values */
  struct tunable_axis axis[2];
  const struct case_record **best_at; /* by value of the second, of the first */
  const struct case_record *best;
};

/* The next one at or behind row *at of a block, which is moved on; false behind
 * the last.  To be freed where there is one. */
bool plot_tunables_next (struct plot_tunables *sweep, const struct block *block,
                         size_t *at);
void plot_tunables_free (struct plot_tunables *sweep);

void plot_tunables_print (FILE *out, const struct plot_tunables *sweep,
                          bool alone);

#endif
