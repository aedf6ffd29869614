/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The progress line: case n of N, its name, the time left.  Prints nothing
 * unless standard error is a terminal.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

struct progress {
  bool on;
  size_t total, done;
  double start; /* monotonic seconds */
  size_t width; /* columns of the line that is shown */
};

void progress_start (struct progress *progress, size_t total);
/* Shows that case number done + 1, called what, runs. */
void progress_show (struct progress *progress, const char *what);
void progress_step (struct progress *progress);
/* Clears the line, so that other text can be printed. */
void progress_clear (struct progress *progress);

#endif
