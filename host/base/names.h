/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The names that suites, records and messages use for the enumerators of the
 * ABI, one table for both directions.
 */
#ifndef NAMES_H
#define NAMES_H

#include <stddef.h>
#include <stdint.h>

#include <gkhost/plugin.h>

/* A list of names; the index is the enumerator. */
struct names {
  const char *const *name;
  size_t n;
};

extern const struct names dtype_names;    /* "i8" ... "c128" */
extern const struct names layout_names;   /* "row", "col" */
extern const struct names kind_names;     /* "cpu", "cuda" */
extern const struct names data_names;     /* "random", "exact", "zero" */
extern const struct names op_class_names; /* "none", "i32", "f32", "f64" */

/* The index of a name, or -1. */
int names_find (const struct names *names, const char *name);
/* The name of an index, or "?" when it is out of range. */
const char *names_at (const struct names *names, int64_t index);

#endif
