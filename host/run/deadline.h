/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A deadline that survives SIGSTOP: it counts only the time in which this
 * process ran.  While it was stopped (Ctrl-Z, a debugger, a container that was
 * paused) it could not read answers, and its children may have been stopped
 * with it.
 */
#ifndef DEADLINE_H
#define DEADLINE_H

#include <stdbool.h>

struct deadline {
  double left;    /* seconds */
  double checked; /* when the clock was last read */
  double most;    /* the most that can pass until the next read unless it is
                   * stopped */
};

void deadline_start (struct deadline *deadline, double seconds);
/* Returns how many milliseconds the next poll may wait, at most 1000. */
int deadline_poll_ms (struct deadline *deadline);
/* True when it is over.  Call it after each such poll. */
bool deadline_is_over (struct deadline *deadline);

#endif
