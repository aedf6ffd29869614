/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The pictures of a page, and their anchors.
 */
#ifndef PICTURES_H
#define PICTURES_H

#include <stdbool.h>
#include <stdio.h>

#include "report/fleet/fleet.h"
#include "report/grid.h"
#include "report/groups.h"

/* The anchors of a page's sections and pictures: the job and the number of its
 * block, "copy-2".  They are the same for each run of a suite. */
/* Begins zeroed. */
struct anchors {
  struct map slugs; /* the number of blocks of each slug */
  char **key;
};

/* Returns the anchor of the next block, in the order of the groups; the caller
 * frees it.  Anchors are unique, and none has a dot. */
char *anchors_next (struct anchors *anchors, const struct block *block);
void anchors_free (struct anchors *anchors);

/* The ladder, the picture of a block: a bar per variant in reading order, whose
 * length is its rate (its time, if the block's rates differ in their unit),
 * with a 95 % interval and the variant's summary.  Lines show the baseline, the
 * fastest peer and the limits. */

/* grid: the block's, of table-view.c; anchor: of its section, or NULL for a
 * file of its own. */
void ladder_print (FILE *out, const struct block *block,
                   const struct grid *grid, const char *anchor);

/* The plot of a block's samples: of each row the samples over time and their
 * distribution, so that drift, several modes and outliers are visible, and
 * below them a device's clock and power, on the same axis.  A case of several
 * rounds shows the times of its rounds. */

/* True when any row has samples. */
bool samples_known (const struct block *block, const struct groups *groups);

/* Leaves out rows without samples.  Of more than 240 samples, the smallest and
 * the largest of each of 120 intervals are drawn.  grid: the block's; anchor:
 * of its section, or NULL for a file of its own. */
void samples_print (FILE *out, const struct block *block,
                    const struct grid *grid, const struct groups *groups,
                    const char *anchor);

/* The plot of a job with several problem sizes: the rates of its variants over
 * size, with the size of the last-level cache and the memory bandwidth. */

/* As many as there are shapes. */
enum { SERIES_MOST = 6 };

struct plot_sizes {
  const struct groups *groups;
  const struct block *first;
  const struct block **block; /* one per size, ascending */
  size_t n;
  const char *variant[SERIES_MOST]; /* the fastest at the largest size */
  size_t n_variants, n_left_out;
};

/* Makes the plot of block i, if that is the first of several sizes; else false.
 * The caller frees it. */
bool plot_sizes_make (struct plot_sizes *sizes, const struct groups *groups,
                      size_t i);
void plot_sizes_free (struct plot_sizes *sizes);

void plot_sizes_print (FILE *out, const struct plot_sizes *sizes, bool alone);
/* One row per size, one column per variant. */
void plot_sizes_view_make (struct grid *grid, const struct plot_sizes *sizes);

/* The plot of a sweep: a variant's speed over its tunables.  One tunable is a
 * line.  Several are a heat map of the two with the most values, where each
 * cell has the fastest values of the others.  The fastest row is marked. */

struct tunable_axis {
  const char *name;
  char **value; /* ascending */
  size_t n;
};

/* The rows of one variant in a block. */
struct plot_tunables {
  const struct block *block;
  const char *variant, *device;
  size_t n_varied; /* tunables with several values */
  struct tunable_axis axis[2];
  const struct case_record **best_at; /* index: axis[1] * axis[0].n + axis[0] */
  const struct case_record *best;
};

/* Finds the next sweep at or after row *at of a block, and advances *at; false
 * after the last.  The caller frees each sweep. */
bool plot_tunables_next (struct plot_tunables *sweep, const struct block *block,
                         size_t *at);
void plot_tunables_free (struct plot_tunables *sweep);

void plot_tunables_print (FILE *out, const struct plot_tunables *sweep,
                          bool alone);

/* The roofline of a device, with all rows of a run on it.  Rows that compute
 * are plotted over arithmetic intensity (operations per byte), below the
 * ceilings of compute units and memory.  Rows that only move data get a plot of
 * their own: bandwidth over bytes, with the size of the last-level cache. */

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

/* True where a variant executes other operations than the problem's: its dot
 * counts those. */
bool roofline_has_own_work (const struct roofline *roofline);

/* One row per block: its problem, bytes or operations per byte of that, and the
 * fastest row with its rate as in the block's table. */
void roofline_view_make (struct grid *grid, const struct roofline *roofline);

/* A heat map of a run's devices over its cases: the speed of each device
 * relative to the median of devices of the same model. */

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
