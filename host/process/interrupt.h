/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ctrl-C: the run stops at once, keeps its records, and says so.
 */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

/* From here on SIGINT and SIGTERM are noted instead of ending the program. */
void interrupt_watch (bool once);
/* The signal that came, or 0. */
int interrupt_signal (void);
/* Ends the program by that signal, as its parent expects. */
void interrupt_die (void);

#endif
