/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The valid name that is nearest to a mistyped one, for "did you mean".
 */
#ifndef NEAREST_H
#define NEAREST_H

#include <stddef.h>

/* A search: start from { .wanted = name }, offer each valid name, ask. */
struct nearest {
  const char *wanted;
  const char *best; /* NULL: nothing near so far */
  size_t distance;  /* of best */
};

/* Insertions, deletions, replacements and transpositions of neighbours that
 * make b of a; upper and lower case are the same. */
size_t nearest_distance (const char *a, const char *b);

/* Considers a name; the first of equally near ones wins.  A name is near when
 * no more than a third of it differs. */
void nearest_consider (struct nearest *nearest, const char *name);

/* ": did you mean 'NAME'?", or "" when nothing is near; to be freed. */
char *nearest_hint (const struct nearest *nearest);

#endif
