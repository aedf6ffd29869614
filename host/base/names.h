/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Names: of enumerators, those nearest to a mistyped one, and versions, which
 * are compared number by number.
 */
#ifndef BASE_NAMES_H
#define BASE_NAMES_H

#include <stddef.h>
#include <stdint.h>

/* Names of enumerators, one table for both directions. */

/* A list of names; the index is the enumerator. */
struct names {
  const char *const *name;
  size_t n;
};

/* Returns the index of a name, or -1. */
int names_find (const struct names *names, const char *name);
/* Returns the name at an index, or "?" if it is out of range. */
const char *names_at (const struct names *names, int64_t index);

/* Finds the valid name nearest to a mistyped one, for "did you mean". */

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

/* Compares versions, as plugins state theirs. */

/* Returns less than, equal to or more than 0, as strcmp does.  Numbers compare
 * as numbers: 0.10 is higher than 0.9, and 1.02 equals 1.2.  A '~' is lower
 * than anything, even the end: 1.0~rc1 comes before 1.0. */
int version_compare (const char *a, const char *b);

#endif
