/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How long others are waited for, in time during which this process ran: while
 * it was stopped (Ctrl-Z, a debugger, a container that was paused) it could not
 * take their answers, and they may have been stopped with it.
 */
#ifndef PATIENCE_H
#define PATIENCE_H

#include <stdbool.h>

struct patience {
  double left; /* seconds */
  double seen; /* when the clock was last looked at */
  double most; /* what goes by till the next look unless it is stopped */
};

void patience_begin (struct patience *patience, double seconds);
/* How many milliseconds the next poll may wait, 1000 at the most. */
int patience_ms (struct patience *patience);
/* Whether it is at an end; to be asked after each such poll. */
bool patience_over (struct patience *patience);

#endif
