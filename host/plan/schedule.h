/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The order in which cases run: that of the suite, but random within each round
 * of a problem, so that a drift of the machine favours none of them; and which
 * of them run side by side.
 */
#ifndef PLAN_SCHEDULE_H
#define PLAN_SCHEDULE_H

#include <stddef.h>

#include "plan/cases.h"

/* Lanes: groups of cases that can run side by side, since their devices differ.
 */

/* Indices of cases, in the order of the run. */
struct indices {
  size_t *index, n;
};

struct lanes {
  /* Cases that run while no other does: cases on the CPU, because all other
   * cases use it too, and skipped ones. */
  struct indices alone;
  const char **device;
  struct indices *of; /* parallel to device */
  size_t n;
};

/* Groups n cases. */
void lanes_make (struct lanes *lanes, const struct cases *cases,
                 const size_t *index, size_t n);
void lanes_free (struct lanes *lanes);

/* The order in which cases run: that of the suite, but random within each round
 * of a problem, so that a drift of the machine favours none of them. */

/* Returns the index of the case that runs first, second, ...; to be freed. */
size_t *schedule_make (const struct cases *cases);

/* Returns how many of the n cases at index, from the first on, can measure
 * their samples in turns: those of one problem with one round, on one device
 * and in the same memory.  At least 1. */
size_t schedule_count_interleaved (const struct cases *cases,
                                   const size_t *index, size_t n);

#endif
