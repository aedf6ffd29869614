/* SPDX-License-Identifier: BSD-3-Clause
 *
 * All rows of a run on one device against what that can do: those that compute
 * by operations a byte, below the ceilings of its units and its memory; those
 * that only move by bytes, below the memory's, with where the last cache ends.
 */
#ifndef ROOFLINE_H
#define ROOFLINE_H

#include <stdbool.h>
#include <stdio.h>

#include "report/grid.h"
#include "report/groups.h"

enum roofline_kind { ROOFLINE_UNITS, ROOFLINE_MEMORY };

struct roofline {
  const struct groups *groups;
  const struct device_record *device;
  enum roofline_kind kind;
  char *anchor;
  struct roofline_point *point;
  size_t n;
};

/* How many there may be. */
size_t roofline_most (const struct groups *groups);
/* Number i of them; false where the device has no such row, or nothing is known
 * of its limits.  To be freed in any case. */
bool roofline_make (struct roofline *roofline, const struct groups *groups,
                    size_t i);
void roofline_free (struct roofline *roofline);

/* "cuda:0: what its units and its memory allow"; to be freed. */
char *roofline_title (const struct roofline *roofline);
void roofline_print (FILE *out, const struct roofline *roofline, bool alone);

/* A row a block: its problem, where that is on the axis, and its best rate. */
void roofline_view_make (struct grid *grid, const struct roofline *roofline);

#endif
