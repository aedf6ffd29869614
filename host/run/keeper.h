/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The keeper of a child: a process between it and the supervisor, to which all
 * falls that the child, or a plugin in it, starts, in whatever session and
 * however often forked.  It ends all of that with the child, when it is told
 * to, and when the supervisor is gone; then it ends as the child did.
 */
#ifndef KEEPER_H
#define KEEPER_H

/* How gkhost is called, with the path and the arguments of a program behind it,
 * to keep that as its child. */
#define KEEPER_OPTION "--keep"

/* This process stays behind as the keeper.  Returns in a new one, which is to
 * do the work: it leads a process group, ends with the keeper, and has said its
 * id over the frames (child.h).  Complains and ends the process where there can
 * be no other. */
void keeper_fork (int frames);
/* Says the id of this process likewise, which does the work with no keeper. */
void keeper_none (int frames);

/* Stays behind as the keeper of this program; its standard output is the
 * supervisor's to read.  Returns an exit status, where it can't be started. */
int keeper_main (char *const argv[]);

#endif
