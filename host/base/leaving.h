/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Notices when a plugin ends the process, and ends it for the host.
 */
#ifndef LEAVING_H
#define LEAVING_H

/* Calls work.  If work ends the process by exit, _exit or the like, or its
 * thread by pthread_exit, calls left with the name of that function; left must
 * end the process, not return.  A process that work forked may end in any way.
 */
void leaving_guard (void (*work) (void *user),
                    void (*left) (void *user, const char *by), void *user);

/* Like exit, when the host ends the process. */
_Noreturn void leaving_exit (int status);

/* Ends the process at once, without any exit handlers. */
_Noreturn void leaving_now (int status);

#endif
