/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Waits until the other threads of this process are idle.
 */
#ifndef IDLE_H
#define IDLE_H

#include <stdbool.h>

/* Waits until no other thread computes, at most 250 ms: threads of a runtime
 * may spin while they wait for work, as the user configured.  Returns at once
 * if there are no others.  False: one still computes. */
bool wait_until_idle (void);

#endif
