/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Handles Ctrl-C: the run stops at once, stores its records, and reports the
 * interruption.
 */
#ifndef INTERRUPT_H
#define INTERRUPT_H

/* Stores the first SIGINT, SIGTERM or SIGHUP (unless nohup ignores that one)
 * and interrupts blocking waits and writes.  A second one ends the program at
 * once. */
void interrupt_install (void);
/* For a runner, which ends its children after the first signal: ignores the
 * next ones. */
void interrupt_keep_first (void);
/* Returns the signal that arrived, or 0. */
int interrupt_signal (void);
/* Call when the records are stored: from now on a signal ends the program, and
 * one that arrived already ends it in two seconds, even if output is still
 * unread. */
void interrupt_set_deadline (void);
/* Ends the program by that signal, so that the parent sees how it ended. */
void interrupt_raise (void);

#endif
