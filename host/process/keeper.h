/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The keeper of a child: a process between it and the supervisor, to which all
 * falls that the child, or a plugin in it, starts, in whatever session and
 * however often forked.  It ends all of that with the child, when it is told
 * to, and when the supervisor is gone; then it ends as the child did.
 */
#ifndef KEEPER_H
#define KEEPER_H

/* This process stays behind as the keeper.  Returns in a new one, which is to
 * do the work: it leads a process group, ends with the keeper, and has said its
 * id over the frames (child.h).  Complains and ends the process where there can
 * be no other. */
void keeper_fork (int frames);

#endif
