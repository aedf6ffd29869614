/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Numbers in ascending order, and what lies at a place among them.
 */
#ifndef SORTED_H
#define SORTED_H

#include <stddef.h>

/* Sorts n of them. */
void sort_numbers (double *number, size_t n);
/* The value at a place between ranks (from 0), in a straight line between its
 * neighbours; places outside are the ends.  n is 1 at least. */
double sorted_at (const double *sorted, size_t n, double place);
double sorted_median (const double *sorted, size_t n);

#endif
