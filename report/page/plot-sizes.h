/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The plot of a job with several problem sizes: the rates of its variants over
 * size, with the size of the last-level cache and the memory bandwidth.
 */
#ifndef PLOT_SIZES_H
#define PLOT_SIZES_H

#include <stdbool.h>
#include <stdio.h>

#include "report/grid.h"
#include "report/groups.h"

/* As many as there are shapes. */
enum { SERIES_MOST = 6 };

struct plot_sizes {
  const struct groups *groups;
  const struct block *first;
  const struct block **block; /* one per size, ascending */
  size_t n;
  const char *variant[SERIES_MOST]; /* the fastest at the largest size */
  size_t n_variants, n_left_out;
};

/* Makes the plot of block i, if that is the first of several sizes; else false.
 * The caller frees it. */
bool plot_sizes_make (struct plot_sizes *sizes, const struct groups *groups,
                      size_t i);
void plot_sizes_free (struct plot_sizes *sizes);

void plot_sizes_print (FILE *out, const struct plot_sizes *sizes, bool alone);
/* One row per size, one column per variant. */
void plot_sizes_view_make (struct grid *grid, const struct plot_sizes *sizes);

#endif
