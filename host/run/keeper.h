/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The keeper of a child: a process between it and the supervisor, a subreaper,
 * so every descendant of the child is reparented to it, even after setsid or
 * double forks.  It kills all of that with the child, at the supervisor's
 * signal, and when the supervisor is gone.  Then it ends as the child did.
 */
#ifndef KEEPER_H
#define KEEPER_H

/* The option with which gkhost runs a program, whose path and arguments follow,
 * as a child with a keeper. */
#define KEEPER_OPTION "--keep"

/* This process becomes the keeper.  Returns in a new one, which does the work:
 * it leads a process group, ends with the keeper, and has sent its id over the
 * frames (child.h).  Exits after a message when it can't fork. */
void keeper_fork (int frames);

/* Becomes the keeper of this program, whose standard output the supervisor
 * reads.  Returns an exit status when it can't be started. */
int keeper_main (char *const argv[]);

#endif
