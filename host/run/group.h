/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A group: cases that take their samples in turns, or a single one.  What one
 * of them does wrong is no other's: it is done once more by itself, and they
 * begin anew without it.
 */
#ifndef GROUP_H
#define GROUP_H

#include <stdbool.h>
#include <stddef.h>

#include "run/supervisor.h"

/* What is done with each. */
struct group_calls {
  void *user;
  /* Runs it, or a turn of it; false when the run can't go on. */
  bool (*run) (void *user, struct case_state *course);
  /* Takes its record, when it is over; likewise. */
  bool (*end) (void *user, const struct case_state *course);
};

/* Runs n cases, whose courses begin; what is recorded in their own pool.  False
 * when the run can't go on. */
bool group_run (struct case_state *course, size_t n,
                const struct group_calls *calls, struct pool *pool);

#endif
