/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A group: cases that take their samples in turns, or a single case.  A case
 * that fails is not charged to the others: it runs once more alone, and the
 * others start again without it.
 */
#ifndef GROUP_H
#define GROUP_H

#include <stdbool.h>
#include <stddef.h>

#include "run/supervisor.h"

/* The callbacks for a case; false when the run can't continue. */
struct group_calls {
  void *user;
  /* Runs the case, or a turn of it. */
  bool (*run) (void *user, struct case_state *state);
  /* Receives the finished case and its record. */
  bool (*end) (void *user, const struct case_state *state);
};

/* Runs n cases from their beginning.  pool: memory of their records.  False
 * when the run can't continue. */
bool group_run (struct case_state *state, size_t n,
                const struct group_calls *calls, struct pool *pool);

#endif
