/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Runs in the order of ranks and names, devices by their run, and cells twice:
 * by device and case, and by case and speed.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "report/fleet.h"

struct numbered_run {
  struct fleet_run run;
  size_t number; /* where it was */
};

static int
compare_runs (const void *left, const void *right)
{
  const struct numbered_run *a = left, *b = right;
  int names;

  if (a->run.rank != b->run.rank)
    return a->run.rank > b->run.rank ? 1 : -1;
  names = strverscmp (a->run.host, b->run.host);
  if (names != 0)
    return names;
  return (a->number > b->number) - (a->number < b->number);
}

/* Devices are those of one run after the other, in the runs' new order; moved
 * has where each has come to. */
static void
order_devices (struct fleet *fleet, size_t *moved)
{
  struct fleet_device *device = xcalloc (fleet->n_devices + 1, sizeof *device);
  size_t n = 0;

  for (size_t i = 0; i < fleet->n_runs; i++) {
    struct fleet_run *run = &fleet->run[i];
    size_t first = run->first_device;

    run->first_device = n;
    for (size_t j = 0; j < run->n_devices; j++) {
      moved[first + j] = n;
      device[n] = fleet->device[first + j];
      device[n++].run = i;
    }
  }
  free (fleet->device);
  fleet->device = device;
}

static void
order_runs (struct fleet *fleet)
{
  struct numbered_run *numbered = xcalloc (fleet->n_runs + 1, sizeof *numbered);

  for (size_t i = 0; i < fleet->n_runs; i++)
    numbered[i] = (struct numbered_run){ fleet->run[i], i };
  qsort (numbered, fleet->n_runs, sizeof *numbered, compare_runs);
  for (size_t i = 0; i < fleet->n_runs; i++)
    fleet->run[i] = numbered[i].run;
  free (numbered);
}

static int
compare_cells (const void *left, const void *right)
{
  const struct cell *a = left, *b = right;

  if (a->device != b->device)
    return a->device > b->device ? 1 : -1;
  if (a->subject != b->subject)
    return a->subject > b->subject ? 1 : -1;
  return (a->speed > b->speed) - (a->speed < b->speed);
}

/* Of the rounds of a case on a device the one in the middle stays. */
static void
join_rounds (struct fleet *fleet)
{
  size_t n = 0;

  for (size_t i = 0, end; i < fleet->n_cells; i = end) {
    struct cell *cell = &fleet->cell[i];

    for (end = i + 1; end < fleet->n_cells
                      && fleet->cell[end].device == cell->device
                      && fleet->cell[end].subject == cell->subject;)
      end++;
    fleet->cell[n] = fleet->cell[i + (end - i - 1) / 2];
    fleet->cell[n++].n = (uint32_t)(end - i);
  }
  fleet->n_cells = n;
}

/* Those of devices that count. */
static void
order_cells (struct fleet *fleet, const size_t *moved)
{
  size_t n = 0;

  for (size_t i = 0; i < fleet->n_cells; i++) {
    struct cell cell = fleet->cell[i];

    cell.device = (uint32_t)moved[cell.device];
    if (!fleet->device[cell.device].superseded)
      fleet->cell[n++] = cell;
  }
  fleet->n_cells = n;
  if (n > 0)
    qsort (fleet->cell, n, sizeof *fleet->cell, compare_cells);
  join_rounds (fleet);
  for (size_t i = 0; i < fleet->n_cells; i++) {
    struct fleet_device *device = &fleet->device[fleet->cell[i].device];

    if (device->n_cells++ == 0)
      device->first_cell = i;
  }
}

struct place {
  uint32_t subject, cell;
  double speed;
};

static int
compare_places (const void *left, const void *right)
{
  const struct place *a = left, *b = right;

  if (a->subject != b->subject)
    return a->subject > b->subject ? 1 : -1;
  if (a->speed != b->speed)
    return a->speed > b->speed ? 1 : -1;
  return (a->cell > b->cell) - (a->cell < b->cell);
}

static void
order_by_subject (struct fleet *fleet)
{
  struct place *place = xcalloc (fleet->n_cells + 1, sizeof *place);

  for (size_t i = 0; i < fleet->n_cells; i++)
    place[i] = (struct place){ fleet->cell[i].subject, (uint32_t)i,
                               fleet->cell[i].speed };
  qsort (place, fleet->n_cells, sizeof *place, compare_places);
  fleet->by_subject = xcalloc (fleet->n_cells + 1, sizeof *fleet->by_subject);
  for (size_t i = 0; i < fleet->n_cells; i++) {
    struct subject *subject = &fleet->subject[place[i].subject];

    fleet->by_subject[i] = place[i].cell;
    if (subject->n_cells++ == 0)
      subject->first_cell = i;
  }
  free (place);
}

void
fleet_order (struct fleet *fleet)
{
  size_t *moved = xcalloc (fleet->n_devices + 1, sizeof *moved);

  order_runs (fleet);
  order_devices (fleet, moved);
  order_cells (fleet, moved);
  order_by_subject (fleet);
  free (moved);
}
