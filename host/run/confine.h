/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What keeps a process that runs kernels out of the memory of those that judge
 * them: all have one user, whose processes may otherwise read each other.
 */
#ifndef CONFINE_H
#define CONFINE_H

#include <stdbool.h>

/* Of a process with secrets: no other of the same user may read its memory or
 * trace it, and none is written to a core file.  Starting a program undoes it,
 * so that the new one says it for itself. */
void confine_secret (void);

/* Of a process that will run a plugin, while it has one thread: for good it
 * loses the privilege that a secret process does not hold out against, and
 * where Landlock is there, whatever the privileges, it can trace and signal
 * only what it starts itself.  False where the privilege can't be dropped; it
 * is none where it was never held. */
bool confine_worker (void);

#endif
