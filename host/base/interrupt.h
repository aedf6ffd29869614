/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ctrl-C: the run stops at once, keeps its records, and says so.
 */
#ifndef INTERRUPT_H
#define INTERRUPT_H

/* From here on the first SIGINT, SIGTERM or SIGHUP (unless nohup is to keep
 * that away) is noted, and what waits or writes then gives up.  A second one
 * ends the program at once. */
void interrupt_install (void);
/* The signal that came, or 0. */
int interrupt_signal (void);
/* All that can be kept is: from here on a signal ends the program, and one that
 * came already ends it in two seconds, whatever nobody has read by then. */
void interrupt_set_deadline (void);
/* Ends the program by that signal, as its parent expects. */
void interrupt_raise (void);

#endif
