/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A child's main program: loads plugins, as a worker also opens devices, and
 * answers the supervisor's frames until they end.
 */
#ifndef WORKER_H
#define WORKER_H

/* role: CHILD_WORKER, CHILD_JUDGE or CHILD_POLLER.  Returns the exit status. */
int worker_main (const char *role);

#endif
