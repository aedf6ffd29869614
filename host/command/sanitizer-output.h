/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The findings of a sanitizer, parsed line by line from what it and gkhost
 * print:
 *
 *   gkhost case: copy-2/bulk (rows=31 cols=67), cold cache, on cuda:0
 *   ========= Invalid __global__ write of size 4 bytes
 *   =========     at fill(int *)+0x160 in /home/me/bulk.cu:34
 *   =========     by thread (0,0,0) in block (0,0,0)
 *   ========= ERROR SUMMARY: 1 error
 *
 * A line that is not indented begins a finding.  Most findings are printed once
 * a thread; equal ones are counted.
 */
#ifndef SANITIZER_OUTPUT_H
#define SANITIZER_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

/* gkhost prints this before each case of a run under a sanitizer. */
#define CASE_MARK "gkhost case: "

struct sanitizer_finding {
  char *what, *where; /* where: NULL: not printed */
  char *first;        /* the first case with it; NULL: before any case */
  size_t times;
};

/* Initialized to zero. */
struct sanitizer_output {
  struct sanitizer_finding *item;
  size_t n;
  bool summed_up;                /* the sanitizer printed its summary */
  char *last;                    /* last line of gkhost; NULL: none */
  struct sanitizer_finding open; /* is being read; open.what NULL: none */
  char *case_;                   /* that runs */
};

/* Reads a line, without its newline. */
void sanitizer_output_read (struct sanitizer_output *findings,
                            const char *line);
/* Ends the last finding, after the last line. */
void sanitizer_output_end (struct sanitizer_output *findings);
void sanitizer_output_free (struct sanitizer_output *findings);

/* Returns "Invalid ... bytes, at fill(int *)+0x160 in /home/me/bulk.cu:34; 32
 * times, first in copy-2/bulk ..."; to be freed. */
char *sanitizer_finding_text (const struct sanitizer_finding *finding);

#endif
