/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a variant's tunables do to its speed: over one that was swept a line,
 * over more a heat map of the two with the most values, in which each place has
 * the best of the others; the best of all is marked.
 */
#ifndef SWEPT_H
#define SWEPT_H

#include <stdbool.h>
#include <stdio.h>

#include "report/groups.h"

struct swept_axis {
  const char *name;
  char **value; /* in order */
  size_t n;
};

/* The rows of one variant in a block. */
struct swept {
  const struct block *block;
  const char *variant, *device;
  size_t n_swept; /* tunables of which there are several values */
  struct swept_axis axis[2];
  const struct case_record **best_at; /* by value of the second, of the first */
  const struct case_record *best;
};

/* The next one at or behind row *at of a block, which is moved on; false behind
 * the last.  To be freed where there is one. */
bool swept_next (struct swept *sweep, const struct block *block, size_t *at);
void swept_free (struct swept *sweep);

void swept_print (FILE *out, const struct swept *sweep, bool alone);

#endif
