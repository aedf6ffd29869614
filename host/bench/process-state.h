/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The state of the process that a plugin can change and the next case would
 * inherit, such as the rounding mode, signal handlers and the locale.  Each
 * case must leave it as it found it, or the worker is replaced.
 */
#ifndef PROCESS_STATE_H
#define PROCESS_STATE_H

#include <stdbool.h>
#include <stdint.h>

enum { N_PROCESS_MARKS = 13 };

struct process_state {
  uint64_t mark[N_PROCESS_MARKS]; /* one value or hash for each property */
  bool stored, updated;           /* updated by process_state_update */
};

/* Stores the state, after the plugin was loaded and before prepare. */
void process_state_store (struct process_state *s);
/* Updates the stored properties that libraries may change when they are first
 * called.  False if any of them had changed. */
bool process_state_update (struct process_state *s);

/* Returns the properties that changed, "the rounding mode, a timer", to be
 * freed; NULL: none.  Call it on the thread that stored them. */
char *process_state_changes (const struct process_state *s);

#endif
