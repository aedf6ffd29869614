/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Waits for what other threads of this process compute.
 */
#ifndef IDLE_H
#define IDLE_H

#include <stdbool.h>

/* Waits until no other thread is at work, 250 ms at the most: threads of a
 * runtime may wait for their next work by looking for it all the time, and how
 * they wait is the user's to say.  Returns at once where there is one thread.
 * False: one still is. */
bool wait_until_idle (void);

#endif
