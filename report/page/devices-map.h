/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The devices of a run over its cases: a heat map of how fast each is, over the
 * median of its siblings.
 */
#ifndef DEVICES_MAP_H
#define DEVICES_MAP_H

#include <stdbool.h>
#include <stdio.h>

#include "report/fleet/fleet.h"
#include "report/grid.h"

/* Its anchor. */
#define DEVICES_MAP "devices"

struct devices_map {
  struct fleet fleet;   /* judged by the margins of the suite */
  size_t *benchmark, n; /* those that several devices have, in order */
  size_t *row_of;       /* of each device; rows: it has none of them */
  size_t rows;
};

/* False where no two devices have a case in common.  To be freed in any case.
 */
bool devices_map_make (struct devices_map *map, const struct records *records);
void devices_map_free (struct devices_map *map);

void devices_map_print (FILE *out, const struct devices_map *map, bool alone);
/* A row a case, by its number in the picture: its slowest device, and that
 * one's speed over its siblings'. */
void devices_map_view_make (struct grid *grid, const struct devices_map *map);

#endif
