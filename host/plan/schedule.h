/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The order in which cases run: that of the suite, but random within each round
 * of a problem, so that a drift of the machine favours none of them.
 */
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include "plan/cases.h"

/* Returns the index of the case that runs first, second, ...; to be freed. */
size_t *schedule_make (const struct cases *cases);

/* Returns how many of the n cases at index, from the first on, can measure
 * their samples in turns: those of one problem with one round, on one device
 * and in the same memory.  At least 1. */
size_t schedule_count_interleaved (const struct cases *cases,
                                   const size_t *index, size_t n);

#endif
