/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Names of enumerators, one table for both directions.
 */
#ifndef NAMES_H
#define NAMES_H

#include <stddef.h>
#include <stdint.h>

/* A list of names; the index is the enumerator. */
struct names {
  const char *const *name;
  size_t n;
};

/* Returns the index of a name, or -1. */
int names_find (const struct names *names, const char *name);
/* Returns the name at an index, or "?" if it is out of range. */
const char *names_at (const struct names *names, int64_t index);

#endif
