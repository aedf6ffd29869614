/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Slices: a case that takes turns with others measures a slice of its samples
 * in each.  Samples that follow one another see one state of the machine; how
 * far the slices disagree shows how uncertain the median is.
 */
#ifndef SLICES_H
#define SLICES_H

#include <stddef.h>

/* Fewer slices show too little of how they differ; fewer samples, of their own
 * median. */
enum { SLICES_LEAST = 6, SLICE_SAMPLES = 10 };

struct slices {
  size_t *end; /* of each: the number of samples up to its end */
  size_t n;
};

/* Ends a slice at so many samples in all. */
void slices_append (struct slices *slices, size_t samples);
void slices_free (struct slices *slices);

/* Returns how many samples the next slice has: the more there are already, the
 * more are needed to change the result. */
size_t slices_next (const struct slices *slices);

/* Returns the half-width of the confidence interval of the median's rank, as a
 * share of the samples, at the confidence at which sampling ends.  Samples are
 * in the order in which they were measured; where there are fewer slices than
 * SLICES_LEAST, parts of equal size replace them.  n >= 2. */
double slices_rank_offset (const struct slices *slices, const double *sample,
                           size_t n, double median);

#endif
