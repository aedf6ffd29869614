/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The marks and words that tables have, and the lines below them that say what
 * those mean: of each that occurred, one.
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

/* Those that occurred elsewhere, too. */
void marks_add (struct marks *marks, const struct marks *more);

/* "a  what it means" for number i of those that occurred, to be freed; NULL
 * behind the last. */
char *marks_line_at (const struct marks *marks, size_t i);
/* A line of each that occurred, below an empty one, and as paragraphs. */
void marks_print (FILE *out, const struct marks *marks);
void marks_print_markdown (FILE *out, const struct marks *marks);

#endif
