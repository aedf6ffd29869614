/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The worker: a process that loads plugins and touches devices, and answers the
 * supervisor's frames until they end.
 */
#ifndef WORKER_H
#define WORKER_H

/* Returns the exit status. */
int worker_main (void);

#endif
