/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The roofline of a device, with all rows of a run on it.  Rows that compute
 * are plotted over arithmetic intensity (operations per byte), below the
 * ceilings of compute units and memory.  Rows that only move data get a plot of
 * their own: bandwidth over bytes, with the size of the last-level cache.
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

/* The largest number of rooflines: two per device. */
size_t roofline_most (const struct groups *groups);
/* Makes roofline i; false when the device has no such row or no known limit.
 * The caller frees it in either case. */
bool roofline_make (struct roofline *roofline, const struct groups *groups,
                    size_t i);
void roofline_free (struct roofline *roofline);

/* "Roofline of cuda:0"; the caller frees it. */
char *roofline_title (const struct roofline *roofline);
void roofline_print (FILE *out, const struct roofline *roofline, bool alone);

/* One row per block: its problem, its place on the x axis, and its best rate.
 */
void roofline_view_make (struct grid *grid, const struct roofline *roofline);

#endif
