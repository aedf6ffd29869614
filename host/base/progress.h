/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The progress line on a terminal: case n of N, what, time left.  Silent where
 * standard error is not a terminal.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

struct progress {
  bool on;
  bool at_most; /* the total may be less yet */
  size_t total, done;
  double start; /* monotonic seconds */
  size_t width; /* columns that are drawn now */
};

void progress_start (struct progress *progress, size_t total);
/* Of the total so many are not done; whether it may be less yet. */
void progress_leave_out (struct progress *progress, size_t n, bool at_most);
/* Draws case number done + 1, named what. */
void progress_show (struct progress *progress, const char *what);
void progress_step (struct progress *progress);
/* Clears the line, so that something else can be printed. */
void progress_clear (struct progress *progress);

#endif
