/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The rates of a job's variants over the size of its problems, where it has
 * several sizes, with where the last cache ends and what the memory gives.
 */
#ifndef PLOT_SIZES_H
#define PLOT_SIZES_H

#include <stdbool.h>
#include <stdio.h>

#include "report/grid.h"
#include "report/groups.h"

/* As many as shapes tell apart. */
enum { SERIES_MOST = 6 };

struct plot_sizes {
  const struct groups *groups;
  const struct block *first;
  const struct block **block; /* one a size, from the least */
  size_t n;
  const char *variant[SERIES_MOST]; /* those that are the fastest at the end */
  size_t n_variants, n_left_out;
};

/* Of block number i, where it is the first of such sizes; false where it is
 * not.  To be freed where it is. */
bool plot_sizes_make (struct plot_sizes *sizes, const struct groups *groups,
                      size_t i);
void plot_sizes_free (struct plot_sizes *sizes);

void plot_sizes_print (FILE *out, const struct plot_sizes *sizes, bool alone);
/* A row a size, a column a variant. */
void plot_sizes_view_make (struct grid *grid, const struct plot_sizes *sizes);

#endif
