/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "base/units.h"
#include "base/xalloc.h"
#include "report/fleet/fleet.h"
#include "report/page/pictures.h"
#include "report/page/svg.h"

/* At most; with more cases, a column shows the slowest of several. */
enum { COLUMNS_MOST = 96, ROWS_MOST = 64 };
enum { TOP = 46, BELOW = 42, CELL_HEIGHT = 24 };

static const double left = 130, right = 700;

static bool
is_shared (const struct fleet_benchmark *benchmark)
{
  return benchmark->n_measurements > 1;
}

static void
find_rows (struct devices_map *map)
{
  const struct fleet *fleet = &map->fleet;
  bool *has = xcalloc (fleet->n_devices + 1, sizeof *has);

  for (size_t i = 0; i < fleet->n_measurements; i++)
    has[fleet->measurements[i].device]
        |= is_shared (&fleet->benchmark[fleet->measurements[i].benchmark]);
  map->row_of = xcalloc (fleet->n_devices + 1, sizeof *map->row_of);
  for (size_t i = 0; i < fleet->n_devices; i++)
    map->row_of[i] = has[i] && map->rows < ROWS_MOST ? map->rows++ : ROWS_MOST;
  free (has);
}

bool
devices_map_make (struct devices_map *map, const struct records *records)
{
  struct fleet *fleet = &map->fleet;

  *map = (struct devices_map){ 0 };
  if (!records_share_model (records) || !fleet_of_run (fleet, records))
    return false;
  map->benchmark = xcalloc (fleet->n_benchmarks + 1, sizeof *map->benchmark);
  for (size_t i = 0; i < fleet->n_benchmarks; i++)
    if (is_shared (&fleet->benchmark[i]))
      map->benchmark[map->n++] = i;
  find_rows (map);
  return map->n > 0 && map->rows > 1;
}

void
devices_map_free (struct devices_map *map)
{
  free (map->benchmark);
  free (map->row_of);
  fleet_free (&map->fleet);
}

/* The number of cases per column. */
static size_t
cases_each (const struct devices_map *map)
{
  return (map->n + COLUMNS_MOST - 1) / COLUMNS_MOST;
}

static size_t
columns_of (const struct devices_map *map)
{
  return (map->n + cases_each (map) - 1) / cases_each (map);
}

static const struct fleet_measurement *
slower (const struct fleet_measurement *a, const struct fleet_measurement *b)
{
  return a == NULL || b->ratio < a->ratio ? b : a;
}

/* The slowest measurement of each row and column; NULL: none. */
static const struct fleet_measurement **
slowest_of (const struct devices_map *map)
{
  const struct fleet *fleet = &map->fleet;
  const size_t columns = columns_of (map);
  const struct fleet_measurement **slowest
      = xcalloc (map->rows * columns, sizeof *slowest);

  for (size_t i = 0; i < map->n; i++) {
    const struct fleet_benchmark *benchmark
        = &fleet->benchmark[map->benchmark[i]];

    for (size_t j = 0; j < benchmark->n_measurements; j++) {
      const struct fleet_measurement *cell
          = &fleet->measurements
                 [fleet->by_benchmark[benchmark->first_measurement + j]];
      size_t row = map->row_of[cell->device];

      if (row < map->rows && cell->ratio > 0) {
        const struct fleet_measurement **at
            = &slowest[row * columns + i / cases_each (map)];

        *at = slower (*at, cell);
      }
    }
  }
  return slowest;
}

/* "cuda:1, copy/best (rows=1000): 0.91x" */
static char *
title_of (const struct fleet *fleet, const struct fleet_measurement *cell)
{
  char ratio[UNITS_MAX];
  char *name = fleet_device_name (fleet, cell->device);
  char *title
      = xasprintf ("%s, %s: %s", name,
                   text_or_empty (fleet->benchmark[cell->benchmark].label),
                   units_ratio (ratio, (double)cell->ratio));

  free (name);
  return title;
}

/* A slower cell is lighter; one below the margin has a frame. */
static void
print_cell (FILE *out, const struct fleet *fleet,
            const struct fleet_measurement *cell, double x, double y,
            double wide)
{
  static const double limits[] = { 0.9, 0.95, 0.97, 0.99 };
  const double ratio = cell->ratio;
  char number[UNITS_MAX];

  svg_heat (out, &(struct heat){ .x = x,
                                 .y = y,
                                 .width = wide,
                                 .height = CELL_HEIGHT,
                                 .value = ratio,
                                 .limits = limits,
                                 .framed = cell->slow,
                                 .number = units_ratio (number, ratio),
                                 .title = title_of (fleet, cell) });
}

/* Numbers columns, as many as there is room for. */
static void
print_numbers (FILE *out, const struct devices_map *map)
{
  const size_t columns = columns_of (map);
  const double wide = svg_heat_width (left, right, columns);
  const double bottom = TOP + CELL_HEIGHT * (double)map->rows;
  const size_t apart = (size_t)fmax (1, ceil (30 / wide));

  for (size_t i = 0; i < columns; i += apart) {
    char number[UNITS_MAX];

    snprintf (number, sizeof number, "%zu", i * cases_each (map) + 1);
    svg_text (out, "t mid", left + wide * ((double)i + 0.5), bottom + 15,
              number, 6);
  }
  svg_text (out, "t mid", left + wide * (double)columns / 2, bottom + 32,
            "case, as in the table", 60);
}

static void
print_names (FILE *out, const struct devices_map *map)
{
  for (size_t i = 0; i < map->fleet.n_devices; i++)
    if (map->row_of[i] < map->rows) {
      char *name = fleet_device_name (&map->fleet, i);

      svg_text (out, "t end", left - 8,
                TOP + CELL_HEIGHT * (double)map->row_of[i] + 16, name, 16);
      free (name);
    }
}

static void
print_key (FILE *out, const struct devices_map *map)
{
  char *text = xasprintf (
      "speed relative to the median of devices of the same model%s; "
      "framed: slow",
      cases_each (map) > 1 ? ", the lowest of each column" : "");

  svg_text (out, "", 0, 16, text, 108);
  free (text);
}

void
devices_map_print (FILE *out, const struct devices_map *map, bool alone)
{
  const struct fleet_measurement **slowest = slowest_of (map);
  const size_t columns = columns_of (map);
  const double wide = svg_heat_width (left, right, columns);

  svg_begin (out, TOP + CELL_HEIGHT * (double)map->rows + BELOW,
             "Devices over cases: speed relative to the median of devices of "
             "the same model",
             alone);
  print_key (out, map);
  print_names (out, map);
  print_numbers (out, map);
  for (size_t row = 0; row < map->rows; row++)
    for (size_t i = 0; i < columns; i++)
      if (slowest[row * columns + i] != NULL)
        print_cell (out, &map->fleet, slowest[row * columns + i],
                    left + wide * (double)i, TOP + CELL_HEIGHT * (double)row,
                    wide);
  svg_end (out);
  free (slowest);
}

enum view { VIEW_NUMBER, VIEW_CASE, VIEW_DEVICE, VIEW_RATIO, N_VIEW };

static void
add_row (struct grid *grid, const struct devices_map *map, size_t i)
{
  const struct fleet *fleet = &map->fleet;
  const struct fleet_benchmark *benchmark
      = &fleet->benchmark[map->benchmark[i]];
  const struct fleet_measurement *least = NULL;
  char ratio[UNITS_MAX];
  char **cell = grid_add_row (grid);

  for (size_t j = 0; j < benchmark->n_measurements; j++) {
    const struct fleet_measurement *one
        = &fleet->measurements[fleet->by_benchmark[benchmark->first_measurement
                                                   + j]];

    least = one->ratio > 0 ? slower (least, one) : least;
  }
  cell[VIEW_NUMBER] = xasprintf ("%zu", i + 1);
  cell[VIEW_CASE] = xstrdup (text_or_empty (benchmark->label));
  cell[VIEW_DEVICE] = least != NULL ? fleet_device_name (fleet, least->device)
                                    : xstrdup ("-");
  cell[VIEW_RATIO] = xstrdup (
      least != NULL ? units_ratio (ratio, (double)least->ratio) : "-");
}

void
devices_map_view_make (struct grid *grid, const struct devices_map *map)
{
  *grid = (struct grid){
    .head = { "case", "name", "slowest device", "speed over median" },
    .figure = { [VIEW_RATIO] = true },
    .n_columns = N_VIEW,
  };
  for (size_t i = 0; i < map->n; i++)
    add_row (grid, map, i);
}
