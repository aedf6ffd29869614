/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Statistics of numbers: order, quantiles, the median, even subsampling, and
 * Student's t distribution.
 */
#ifndef BASE_STATS_H
#define BASE_STATS_H

#include <stddef.h>
#include <stdint.h>

/* For qsort: the order of numbers, or of structs and unions that begin with
 * one. */
int compare_reals (const void *left, const void *right);
int compare_integers (const void *left, const void *right);

/* Returns a copy of n numbers in ascending order, to be freed. */
double *numbers_sorted (const double *number, size_t n);
/* Returns the median of numbers in any order; NaN: there are none. */
double numbers_median (const double *number, size_t n);

/* Returns the value of sorted numbers at a fractional index, interpolated
 * linearly; indices outside give the first or the last value.  n >= 1. */
double sorted_at (const double *sorted, size_t n, double place);
double sorted_median (const double *sorted, size_t n);

/* Returns the index, among n, of element i of an even subsample of at most
 * `most` >= 2, which includes the first and the last element. */
static inline size_t
subsample_index (size_t i, size_t n, size_t most)
{
  return n <= most ? i : i * (n - 1) / (most - 1);
}

/* Student's t distribution: returns P(x > t); freedom, an integral number of
 * degrees, is at least 1. */
double student_probability_above (double t, int freedom);
/* Returns the t that is exceeded with this probability, over 0 and up to 0.5.
 */
double student_bound (double probability, int freedom);

#endif
