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

static int
compare_runs (const void *left, const void *right)
{
  const struct fleet_run *a = left, *b = right;
  int names;

  if (a->rank != b->rank)
    return a->rank > b->rank ? 1 : -1;
  names = strverscmp (a->host, b->host);
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

/* Returns the caveats that more than half of n rounds have. */
static uint32_t
caveats_of_most (const struct fleet_measurement *round, size_t n)
{
  uint32_t caveats = 0;

  for (int i = 0; i < N_CAVEATS; i++) {
    const uint32_t bit = UINT32_C (1) << i;
    size_t have = 0;

    for (size_t j = 0; j < n; j++)
      have += (round[j].caveats & bit) != 0;
    if (2 * have > n)
      caveats |= bit;
  }
  return caveats;
}

/* Keeps the median of the rounds of a case on a device. */
static void
join_rounds (struct fleet *fleet)
{
  size_t n = 0;

  for (size_t i = 0, end; i < fleet->n_measurements; i = end) {
    struct fleet_measurement *measurement = &fleet->measurements[i];
    uint32_t caveats;

    for (end = i + 1;
         end < fleet->n_measurements
         && fleet->measurements[end].device == measurement->device
         && fleet->measurements[end].benchmark == measurement->benchmark;)
      end++;
    caveats = caveats_of_most (measurement, end - i);
    fleet->measurements[n] = fleet->measurements[i + (end - i - 1) / 2];
    fleet->measurements[n++].caveats = caveats;
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
    for (int c = CAVEAT_SUSPECT + 1; c < N_CAVEATS; c++)
      device->n_caveats[c] += fleet->measurements[i].caveats >> c & 1;
  }
}

/* Orders indices of measurements. */
static int
compare_indices (const void *left, const void *right, void *measurements)
{
  const uint32_t i = *(const uint32_t *)left, j = *(const uint32_t *)right;
  const struct fleet_measurement *a = measurements, *b = a + j;

  a += i;
  if (a->benchmark != b->benchmark)
    return a->benchmark > b->benchmark ? 1 : -1;
  if (a->speed != b->speed)
    return a->speed > b->speed ? 1 : -1;
  return (i > j) - (i < j);
}

static void
sort_by_benchmark (struct fleet *fleet)
{
  const size_t n = fleet->n_measurements;
  uint32_t *index = xcalloc (n + 1, sizeof *index);

  for (size_t i = 0; i < n; i++)
    index[i] = (uint32_t)i;
  qsort_r (index, n, sizeof *index, compare_indices, fleet->measurements);
  fleet->by_benchmark = index;
  for (size_t i = 0; i < n; i++) {
    struct fleet_benchmark *benchmark
        = &fleet->benchmark[fleet->measurements[index[i]].benchmark];

    if (benchmark->n_measurements++ == 0)
      benchmark->first_measurement = i;
  }
}

void
fleet_sort (struct fleet *fleet)
{
  size_t *moved = xcalloc (fleet->n_devices + 1, sizeof *moved);

  if (fleet->n_runs > 0)
    qsort (fleet->run, fleet->n_runs, sizeof *fleet->run, compare_runs);
  sort_devices (fleet, moved);
  sort_measurements (fleet, moved);
  sort_by_benchmark (fleet);
  free (moved);
}
