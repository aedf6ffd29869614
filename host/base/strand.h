/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Strands: courses of calls that take turns in one thread.  Each has a stack of
 * its own, and gives way to the others where it waits and nowhere else, so that
 * what it does in between is seen whole.  One poll waits for them all.
 */
#ifndef STRAND_H
#define STRAND_H

#include <poll.h>
#include <stddef.h>

struct strand;

/* To be freed, when it came to its end or was never run.  Complains and returns
 * NULL when there can be no stack for it. */
struct strand *strand_new (void (*run) (void *user), void *user);
void strand_free (struct strand *strand);

/* Runs them from beginning to end. */
void strands_run (struct strand *const *strand, size_t n);

/* As poll, for as many seconds at the most: while the strand runs the others go
 * on meanwhile.  Where it is NULL, or does not run, there are no others. */
int strand_poll (struct strand *strand, struct pollfd *fds, nfds_t n,
                 double seconds);

#endif
