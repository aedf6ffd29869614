/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ways out of the process: those of what is not ours in it, which are noticed,
 * and our own.
 */
#ifndef LEAVING_H
#define LEAVING_H

/* Does work.  Where that ends the process by exit, _exit or the like, or its
 * thread by pthread_exit, left is called, with the name of what was called; it
 * must not return, but end the process.  A process that was forked by it may
 * end as it likes. */
void leaving_guard (void (*work) (void *user),
                    void (*left) (void *user, const char *by), void *user);

/* What exit does, where it is ours to end the process. */
_Noreturn void leaving_exit (int status);

/* Ends the process, without anything that others have to do at its end. */
_Noreturn void leaving_now (int status);

#endif
