/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Finds the valid name nearest to a mistyped one, for "did you mean".
 */
#ifndef NEAREST_H
#define NEAREST_H

#include <stddef.h>

/* A search: start with { .wanted = name }, call nearest_consider for each valid
 * name, then nearest_hint. */
struct nearest {
  const char *wanted;
  const char *best; /* NULL: none is near so far */
  size_t distance;  /* of best */
};

/* Returns the edit distance: insertions, deletions, replacements and
 * transpositions of neighbours that turn a into b.  Ignores case. */
size_t nearest_distance (const char *a, const char *b);

/* Considers a name; the first of equally near ones wins.  A name is near if at
 * most a third of it differs. */
void nearest_consider (struct nearest *nearest, const char *name);

/* Returns ": did you mean 'NAME'?", or "" if no name is near; to be freed. */
char *nearest_hint (const struct nearest *nearest);

#endif
