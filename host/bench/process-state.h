/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What of its process a plugin can change that the next case would meet: each
 * case is to leave it as it found it.
 */
#ifndef PROCESS_STATE_H
#define PROCESS_STATE_H

#include <stdbool.h>
#include <stdint.h>

enum { N_PROCESS_MARKS = 13 };

struct process_state {
  uint64_t mark[N_PROCESS_MARKS]; /* by which a change is seen */
  bool stored, updated;           /* the latter: by process_state_update */
};

/* As it is before a variant prepares, with its plugin loaded. */
void process_state_store (struct process_state *s);
/* As it is once launches have run: what libraries may set up for their own use
 * when they are first called is noted again.  False: it had changed. */
bool process_state_update (struct process_state *s);

/* What is no longer as it was noted, "the rounding mode, a timer", to be freed;
 * NULL: nothing.  It must be the thread that noted it. */
char *process_state_changes (const struct process_state *s);

#endif
