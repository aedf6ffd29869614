/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sorts a fleet: runs by rank and name, devices by their run, and measurements
 * twice: by device and benchmark, and by benchmark and speed.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "report/fleet/fleet.h"

struct numbered_run {
  struct fleet_run run;
  size_t number; /* index before sorting */
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

/* Groups the devices by run, in the runs' new order; moved[i] is the new index
 * of device i. */
static void
sort_devices (struct fleet *fleet, size_t *moved)
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
sort_runs (struct fleet *fleet)
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
compare_measurements (const void *left, const void *right)
{
  const struct fleet_measurement *a = left, *b = right;

  if (a->device != b->device)
    return a->device > b->device ? 1 : -1;
  if (a->benchmark != b->benchmark)
    return a->benchmark > b->benchmark ? 1 : -1;
  return (a->speed > b->speed) - (a->speed < b->speed);
}

/* Keeps the median of the rounds of a case on a device. */
static void
join_rounds (struct fleet *fleet)
{
  size_t n = 0;

  for (size_t i = 0, end; i < fleet->n_measurements; i = end) {
    struct fleet_measurement *measurement = &fleet->measurements[i];

    for (end = i + 1;
         end < fleet->n_measurements
         && fleet->measurements[end].device == measurement->device
         && fleet->measurements[end].benchmark == measurement->benchmark;)
      end++;
    fleet->measurements[n] = fleet->measurements[i + (end - i - 1) / 2];
    fleet->measurements[n++].n = (uint32_t)(end - i);
  }
  fleet->n_measurements = n;
}

/* Drops the measurements of superseded devices, and sorts the others. */
static void
sort_measurements (struct fleet *fleet, const size_t *moved)
{
  size_t n = 0;

  for (size_t i = 0; i < fleet->n_measurements; i++) {
    struct fleet_measurement measurement = fleet->measurements[i];

    measurement.device = (uint32_t)moved[measurement.device];
    if (!fleet->device[measurement.device].superseded)
      fleet->measurements[n++] = measurement;
  }
  fleet->n_measurements = n;
  if (n > 0)
    qsort (fleet->measurements, n, sizeof *fleet->measurements,
           compare_measurements);
  join_rounds (fleet);
  for (size_t i = 0; i < fleet->n_measurements; i++) {
    struct fleet_device *device = &fleet->device[fleet->measurements[i].device];

    if (device->n_measurements++ == 0)
      device->first_measurement = i;
  }
}

struct run_key {
  uint32_t benchmark, index;
  double speed;
};

static int
compare_run_keys (const void *left, const void *right)
{
  const struct run_key *a = left, *b = right;

  if (a->benchmark != b->benchmark)
    return a->benchmark > b->benchmark ? 1 : -1;
  if (a->speed != b->speed)
    return a->speed > b->speed ? 1 : -1;
  return (a->index > b->index) - (a->index < b->index);
}

static void
sort_by_benchmark (struct fleet *fleet)
{
  struct run_key *key = xcalloc (fleet->n_measurements + 1, sizeof *key);

  for (size_t i = 0; i < fleet->n_measurements; i++)
    key[i] = (struct run_key){ fleet->measurements[i].benchmark, (uint32_t)i,
                               fleet->measurements[i].speed };
  qsort (key, fleet->n_measurements, sizeof *key, compare_run_keys);
  fleet->by_benchmark
      = xcalloc (fleet->n_measurements + 1, sizeof *fleet->by_benchmark);
  for (size_t i = 0; i < fleet->n_measurements; i++) {
    struct fleet_benchmark *benchmark = &fleet->benchmark[key[i].benchmark];

    fleet->by_benchmark[i] = key[i].index;
    if (benchmark->n_measurements++ == 0)
      benchmark->first_measurement = i;
  }
  free (key);
}

void
fleet_sort (struct fleet *fleet)
{
  size_t *moved = xcalloc (fleet->n_devices + 1, sizeof *moved);

  sort_runs (fleet);
  sort_devices (fleet, moved);
  sort_measurements (fleet, moved);
  sort_by_benchmark (fleet);
  free (moved);
}
