/* SPDX-License-Identifier: BSD-3-Clause
 *
 * In which order cases run: that of the suite, but within each round of a
 * problem at random, so that what drifts meets none of them more than another.
 */
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include "plan/cases.h"

/* The index of the case that runs first, second, ...; to be freed. */
size_t *schedule_make (const struct cases *cases);

/* How many of the n cases at index, from its first on, are so alike that they
 * can take their samples in turns: of one problem, which is done once, on one
 * device and in its same memory.  1 at least. */
size_t schedule_count_interleaved (const struct cases *cases,
                                   const size_t *index, size_t n);

#endif
