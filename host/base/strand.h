/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Strands: threads of execution that take turns in one kernel thread.  Each has
 * a stack of its own and yields only where it waits, so that its other steps
 * are atomic for the rest.  One poll waits for all of them.
 */
#ifndef STRAND_H
#define STRAND_H

#include <poll.h>
#include <stddef.h>

struct strand;

/* To be freed after it ended, or if it never ran.  NULL, after a message, if
 * there is no memory for its stack. */
struct strand *strand_new (void (*run) (void *user), void *user);
void strand_free (struct strand *strand);

/* Runs them all to their ends. */
void strands_run (struct strand *const *strand, size_t n);

/* Like poll, with a timeout in seconds, while the other strands run on.  If
 * strand is NULL or not running, there are no others. */
int strand_poll (struct strand *strand, struct pollfd *fds, nfds_t n,
                 double seconds);

#endif
