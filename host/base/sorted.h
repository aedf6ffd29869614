/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sorted arrays of numbers, their quantiles and their median.
 */
#ifndef SORTED_H
#define SORTED_H

#include <stddef.h>

/* Sorts n numbers in ascending order. */
void sort_numbers (double *number, size_t n);
/* Returns the value at a fractional index, interpolated linearly; indices
 * outside give the first or the last value.  n >= 1. */
double sorted_at (const double *sorted, size_t n, double place);
double sorted_median (const double *sorted, size_t n);

#endif
