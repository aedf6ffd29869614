/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Messages to the user on standard error.
 */
#ifndef MESSAGE_H
#define MESSAGE_H

#include "base/exit-status.h"

/* Prints "gkhost: MESSAGE\n", with host and rank before the message where there
 * are several (base/rank.h).  Messages begin lower-case, have no full stop, and
 * name a remedy. */
void message_print (const char *format, ...)
    __attribute__ ((format (printf, 1, 2)));

/* Prints "gkhost: FILE:LINE: MESSAGE\n"; without ":LINE" if line is 0. */
void message_print_at (const char *file, int line, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

#endif
