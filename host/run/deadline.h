/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How long others are waited for, in time during which this process ran: while
 * it was stopped (Ctrl-Z, a debugger, a container that was paused) it could not
 * take their answers, and they may have been stopped with it.
 */
#ifndef DEADLINE_H
#define DEADLINE_H

#include <stdbool.h>

struct deadline {
  double left;    /* seconds */
  double checked; /* when the clock was last looked at */
  double most;    /* what goes by till the next look unless it is stopped */
};

void deadline_start (struct deadline *deadline, double seconds);
/* How many milliseconds the next poll may wait, 1000 at the most. */
int deadline_poll_ms (struct deadline *deadline);
/* Whether it is at an end; to be asked after each such poll. */
bool deadline_is_over (struct deadline *deadline);

#endif
