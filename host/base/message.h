/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Messages to the user, the line of progress, and exit statuses.
 */
#ifndef BASE_MESSAGE_H
#define BASE_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

/* The exit statuses of the program. */

enum {
  EXIT_PASSED = 0,  /* every selected case passed or was skipped */
  EXIT_CASES = 1,   /* a case did not pass, or is suspect */
  EXIT_USAGE = 2,   /* bad usage or suite; nothing was run */
  EXIT_HOST = 3,    /* the host itself failed */
  EXIT_SKIPPED = 77 /* gkhost check: every case was skipped; the number by which
                     * automake and CTest know such a test */
};

/* Messages to the user on standard error. */

/* Prints "gkhost: MESSAGE\n", with host and rank before the message where there
 * are several (base/rank.h).  Messages begin lower-case, have no full stop, and
 * name a remedy. */
void message_print (const char *format, ...)
    __attribute__ ((format (printf, 1, 2)));

/* Prints "gkhost: FILE:LINE: MESSAGE\n"; without ":LINE" if line is 0. */
void message_print_at (const char *file, int line, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

/* Progress on standard error.  A terminal shows one line that changes: case n
 * of N, its name, the time left.  Elsewhere a line is printed every minute:
 * "gkhost: 12 of 84 cases, 0:40 left". */

struct progress {
  bool draws; /* on a terminal */
  size_t total, done;
  double start, line; /* clock_now at the begin, and at the last line */
  size_t width;       /* columns of the line that is shown */
};

/* total 0: prints nothing. */
void progress_start (struct progress *progress, size_t total);
/* Shows that case number done + 1, called what, runs. */
void progress_show (struct progress *progress, const char *what);
void progress_step (struct progress *progress);
/* Prints the line of the minute where one is due; call it every few seconds. */
void progress_wait (struct progress *progress);
/* Clears the line, so that other text can be printed. */
void progress_clear (struct progress *progress);

#endif
