/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The marks and caveats in tables, and the legend below them: one line for each
 * that occurred.
 */
#ifndef MARKS_H
#define MARKS_H

#include <stdbool.h>
#include <stdio.h>

#include "record/caveat.h"

/* Which occurred. */
struct marks {
  bool peer, fastest, within_run, one_sample, coarse;
  bool caveat[N_CAVEATS];
};

/* Adds those that occurred elsewhere. */
void marks_add (struct marks *marks, const struct marks *more);

/* Returns line i of the legend, "MARK  meaning", which the caller frees; NULL
 * after the last. */
char *marks_line_at (const struct marks *marks, size_t i);
/* Print the legend, below an empty line, or as paragraphs. */
void marks_print (FILE *out, const struct marks *marks);
void marks_print_markdown (FILE *out, const struct marks *marks);

#endif
