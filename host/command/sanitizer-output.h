/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a sanitizer says of a run, read line by line from what it and gkhost
 * print:
 *
 *   gkhost case: copy-2/bulk (rows=31 cols=67), cold cache, on cuda:0
 *   ========= Invalid __global__ write of size 4 bytes
 *   =========     at fill(int *)+0x160 in /home/me/bulk.cu:34
 *   =========     by thread (0,0,0) in block (0,0,0)
 *   ========= ERROR SUMMARY: 1 error
 *
 * A line that is not indented begins a finding; most of them come once for each
 * thread.
 */
#ifndef SANITIZER_OUTPUT_H
#define SANITIZER_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

/* What a run under a sanitizer prints before each case. */
#define CASE_MARK "gkhost case: "

struct sanitizer_finding {
  char *what, *where; /* where: NULL when it is not told */
  char *first;        /* the case that it came in first; NULL: before any */
  size_t times;
};

/* Zeroed: nothing was read. */
struct sanitizer_output {
  struct sanitizer_finding *item;
  size_t n;
  bool summed_up; /* the sanitizer came to its end */
  char *last;     /* line that is not the sanitizer's; NULL: none */
  struct sanitizer_finding
      open; /* the one that is being read; what is NULL: none */
  char *case_;
};

/* Takes a line, without its end. */
void sanitizer_output_read (struct sanitizer_output *findings,
                            const char *line);
/* There are no more. */
void sanitizer_output_end (struct sanitizer_output *findings);
void sanitizer_output_free (struct sanitizer_output *findings);

/* "Invalid ... bytes, at fill(int *)+0x160 in /home/me/bulk.cu:34; 32 times,
 * first in copy-2/bulk ..."; to be freed. */
char *sanitizer_finding_text (const struct sanitizer_finding *finding);

#endif
