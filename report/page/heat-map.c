/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "report/page/heat-map.h"
#include "report/fleet/device-health.h"

/* What fits on a page beside names. */
enum { ROWS = 32, COLUMNS = 48, NAME = 24 };

struct heat_map {
  size_t hosts, cases; /* per row, per column */
  size_t rows, columns;
  size_t *order, n;          /* benchmarks that several devices have */
  size_t *column_of;         /* of each benchmark; columns: none */
  float (*lowest)[COLUMNS];  /* ratio; NaN: none */
  enum device_health *worst; /* of each row */
};

static size_t
groups_of (size_t n, size_t most, size_t *each)
{
  *each = (n + most - 1) / most;
  return *each > 0 ? (n + *each - 1) / *each : 0;
}

/* Lists the benchmarks of several devices, job by job, in the order of their
 * first appearance. */
static void
order_benchmarks (struct heat_map *map, const struct fleet *fleet)
{
  struct map jobs = { 0 };
  size_t *first = xcalloc (fleet->n_benchmarks + 1, sizeof *first), before = 0;

  map->order = xcalloc (fleet->n_benchmarks + 1, sizeof *map->order);
  /* A counting sort by job. */
  for (size_t i = 0; i < fleet->n_benchmarks; i++) {
    const char *const *job = &fleet->benchmark[i].job;

    first[map_find_or_add (&jobs, job, sizeof *job)->number]
        += fleet->benchmark[i].n_measurements > 1;
  }
  for (size_t i = 0; i < jobs.n; i++) {
    size_t n = first[i];

    first[i] = before;
    before += n;
  }
  for (size_t i = 0; i < fleet->n_benchmarks; i++) {
    const char *const *job = &fleet->benchmark[i].job;

    if (fleet->benchmark[i].n_measurements > 1)
      map->order[first[map_find_or_add (&jobs, job, sizeof *job)->number]++]
          = i;
  }
  map->n = before;
  map_free (&jobs);
  free (first);
}

static void
set_rows_of_benchmarks (struct heat_map *map, const struct fleet *fleet)
{
  order_benchmarks (map, fleet);
  map->columns = groups_of (map->n, COLUMNS, &map->cases);
  map->column_of = xcalloc (fleet->n_benchmarks + 1, sizeof *map->column_of);
  for (size_t i = 0; i < fleet->n_benchmarks; i++)
    map->column_of[i] = map->columns;
  for (size_t i = 0; i < map->n; i++)
    map->column_of[map->order[i]] = i / map->cases;
}

static void
fill_map (struct heat_map *map, const struct fleet *fleet)
{
  map->lowest = xcalloc (map->rows + 1, sizeof *map->lowest);
  map->worst = xcalloc (map->rows + 1, sizeof *map->worst);
  for (size_t i = 0; i < map->rows; i++)
    for (size_t j = 0; j < COLUMNS; j++)
      map->lowest[i][j] = NAN;
  for (size_t i = 0; i < fleet->n_measurements; i++) {
    const struct fleet_measurement *cell = &fleet->measurements[i];
    size_t row = fleet->device[cell->device].run / map->hosts;
    size_t column = map->column_of[cell->benchmark];

    if (column < map->columns)
      map->lowest[row][column] = fminf (map->lowest[row][column], cell->ratio);
  }
  for (size_t i = 0; i < fleet->n_devices; i++) {
    enum device_health *worst = &map->worst[fleet->device[i].run / map->hosts];

    if (fleet->device[i].health > *worst && !fleet->device[i].superseded)
      *worst = fleet->device[i].health;
  }
}

static char
sign_of (float ratio)
{
  if (!(ratio > 0))
    return ' ';
  if (ratio > 0.99F)
    return '.';
  return ratio > 0.9F ? (char)('0' + (int)((1 - ratio) * 100)) : '#';
}

/* "node0001 to node0032" */
static char *
row_name (const struct heat_map *map, const struct fleet *fleet, size_t row)
{
  size_t first = row * map->hosts, last = first + map->hosts - 1;

  if (last >= fleet->n_runs)
    last = fleet->n_runs - 1;
  return last == first ? fleet_run_name (fleet, first)
                       : xasprintf ("%s to %s", fleet->run[first].host,
                                    fleet->run[last].host);
}

static void
print_row (FILE *out, const struct heat_map *map, const struct fleet *fleet,
           size_t row)
{
  char *name = row_name (map, fleet, row);
  enum device_health worst = map->worst[row];

  if (printable_columns (name, strlen (name)) > NAME) {
    print_line (out, "%s", name);
    print_padded (out, -NAME, "");
  } else
    print_padded (out, -NAME, name);
  putc (' ', out);
  for (size_t j = 0; j < map->columns; j++)
    putc (sign_of (map->lowest[row][j]), out);
  if (worst > DEVICE_HEALTH_OK)
    fprintf (out, " %s", names_at (&device_health_names, worst));
  putc ('\n', out);
  free (name);
}

/* Which columns are of which job: "1-12 copy, 13 matmul". */
static char *
jobs_text (const struct heat_map *map, const struct fleet *fleet)
{
  struct text text = { 0 };

  for (size_t i = 0, end; i < map->n; i = end) {
    const char *job = fleet->benchmark[map->order[i]].job;
    size_t first = i / map->cases, last;

    for (end = i; end < map->n && fleet->benchmark[map->order[end]].job == job;)
      end++;
    last = (end - 1) / map->cases;
    text_add (&text, "%s%zu", i > 0 ? ", " : "", first + 1);
    if (last > first)
      text_add (&text, "-%zu", last + 1);
    text_add (&text, " %s", job);
  }
  return text.data;
}

static void
print_legend (FILE *out, const struct heat_map *map, const struct fleet *fleet)
{
  struct text text = { 0 };
  char *jobs = jobs_text (map, fleet);

  text_add (&text, "heat map: a row is ");
  if (map->hosts > 1)
    text_add (&text, "%zu hosts", map->hosts);
  else
    text_add (&text, "a host or rank");
  text_add (&text, ", a column ");
  if (map->cases > 1)
    text_add (&text, "%zu cases", map->cases);
  else
    text_add (&text, "a case");
  text_add (&text,
            "; a cell is their slowest device: . less than 1%% below the "
            "median of its model, 1 to 9: percent below, # 10%% or more");
  wrap_print (out, "", 0, text.data);
  free (text.data);
  text = (struct text){ 0 };
  text_add (&text, "columns: %s", text_or_empty (jobs));
  wrap_print (out, "", 4, text.data);
  free (text.data);
  free (jobs);
}

void
print_heat_map (FILE *out, const struct fleet *fleet)
{
  struct heat_map map = { 0 };

  map.rows = groups_of (fleet->n_runs, ROWS, &map.hosts);
  set_rows_of_benchmarks (&map, fleet);
  if (map.columns > 0) {
    fill_map (&map, fleet);
    putc ('\n', out);
    print_legend (out, &map, fleet);
    for (size_t i = 0; i < map.rows; i++)
      print_row (out, &map, fleet, i);
  }
  free (map.order);
  free (map.column_of);
  free (map.lowest);
  free (map.worst);
}
