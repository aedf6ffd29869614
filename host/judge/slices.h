/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Slices: the parts of a case's samples, one of each turn that it had among
 * the cases beside it.  Samples that follow one another see one state of the
 * machine; how far the slices disagree tells what the median is worth.
 */
#ifndef SLICES_H
#define SLICES_H

#include <stddef.h>

/* Fewer slices tell too little of how they differ; fewer samples, of
 * themselves. */
enum { SLICES_LEAST = 6, SLICE_SAMPLES = 10 };

struct slices {
  size_t *end; /* of each, the samples up to there */
  size_t n;
};

/* Ends one behind so many samples in all. */
void slices_append (struct slices *slices, size_t samples);
void slices_free (struct slices *slices);

/* How many samples the next one has: the more there are, the more it takes to
 * change anything. */
size_t slices_next (const struct slices *slices);

/* By what share of the samples the rank of their true median may lie off the
 * middle, in either direction, at the bounds by which a case is ended.  Samples
 * are in the order taken; slices that are too few count for nothing, and parts
 * of equal size stand for them.  n is 2 at least. */
double slices_rank_offset (const struct slices *slices, const double *sample,
                           size_t n, double median);

#endif
