/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A heat map of a run's devices over its cases: the speed of each device
 * relative to the median of devices of the same model.
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
  struct fleet fleet;   /* by the margins of the suite */
  size_t *benchmark, n; /* those of several devices, in order */
  size_t *row_of;       /* of each device; rows: it has none */
  size_t rows;
};

/* False when no two devices have a case in common.  The caller frees the map in
 * either case. */
bool devices_map_make (struct devices_map *map, const struct records *records);
void devices_map_free (struct devices_map *map);

void devices_map_print (FILE *out, const struct devices_map *map, bool alone);
/* One row per case, by its number in the picture: its slowest device and that
 * device's relative speed. */
void devices_map_view_make (struct grid *grid, const struct devices_map *map);

#endif
