/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Keeps a process that runs kernels out of the memory of those that judge them:
 * all have one user, whose processes could otherwise read each other's memory.
 */
#ifndef CONFINE_H
#define CONFINE_H

#include <stdbool.h>

/* For a process with secrets: no other process of the same user may read its
 * memory or trace it, and it writes no core file.  exec undoes this, so that
 * each program calls it for itself. */
void confine_secret (void);

/* For a process that will run a plugin, while it has one thread.  It loses the
 * privilege to trace a secret process for good, and where the kernel has
 * Landlock, it can trace and signal only what it starts itself.  False when it
 * holds the privilege and can't drop it. */
bool confine_worker (void);

#endif
