/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/sorted.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "report/fleet/sibling-model.h"
#include "report/fleet/device-health.h"

/* One case alone tells of a device where it is so many margins below: a kernel
 * that has two speeds is less than that apart.  Power is so many off before it
 * is odd: boards differ more than their clocks do. */
#define FAR_MARGINS 4

static const char *const device_healths[N_DEVICE_HEALTHS]
    = { "ok", "odd", "slow", "failed", "wrong" };
const struct names device_health_names = { device_healths, N_DEVICE_HEALTHS };

size_t
deviations_needed (size_t n)
{
  size_t tenth = (n + 9) / 10, needed = tenth > 2 ? tenth : 2;

  return needed < n ? needed : n;
}

bool
deviations_are_many (const struct deviations *tally)
{
  return tally->n_far > 0
         || (tally->n > 0 && tally->n_off >= deviations_needed (tally->n));
}

/* A figure of a device, to be sorted among those of the others. */
struct device_figure {
  double value;
  uint32_t index;
};

static int
compare_figures (const void *left, const void *right)
{
  double a = ((const struct device_figure *)left)->value,
         b = ((const struct device_figure *)right)->value;

  return (a > b) - (a < b);
}

/* What the cells of a subject are judged in. */
struct assessment {
  struct fleet *fleet;
  struct device_figure *figure;
  double *sorted;
  size_t n;
};

static struct fleet_measurement *
measurement_at (const struct assessment *j,
                const struct fleet_benchmark *subject, size_t i)
{
  return &j->fleet->measurements
              [j->fleet->by_benchmark[subject->first_measurement + i]];
}

static void
begin_figures (struct assessment *j)
{
  j->n = 0;
}

static void
add_figure (struct assessment *j, double value,
            const struct fleet_measurement *cell)
{
  if (value > 0)
    j->figure[j->n++]
        = (struct device_figure){ value,
                                  (uint32_t)(cell - j->fleet->measurements) };
}

static void
sort_figures (struct assessment *j)
{
  qsort (j->figure, j->n, sizeof *j->figure, compare_figures);
  for (size_t i = 0; i < j->n; i++)
    j->sorted[i] = j->figure[i].value;
}

/* How far below a figure may be: what can be told of two medians is no more
 * than their errors allow.  That of many siblings has next to none. */
static double
allowance_of (const struct assessment *j, size_t i)
{
  const struct fleet_measurement *cell
      = &j->fleet->measurements[j->figure[i].index];
  const struct fleet_measurement *other
      = j->n == 2 ? &j->fleet->measurements[j->figure[1 - i].index] : NULL;

  return (double)cell->margin
         + 2 * hypot (cell->error, other != NULL ? other->error : 0);
}

static void
assess_speeds (struct assessment *j, const struct fleet_benchmark *subject)
{
  begin_figures (j);
  for (size_t i = 0; i < subject->n_measurements; i++)
    add_figure (j, measurement_at (j, subject, i)->speed,
                measurement_at (j, subject, i));
  sort_figures (j);
  for (size_t i = 0; i < j->n && j->n > 1; i++) {
    struct fleet_measurement *cell
        = &j->fleet->measurements[j->figure[i].index];
    struct fleet_device *device = &j->fleet->device[cell->device];
    struct sibling_score sibling = sibling_model_score (j->sorted, j->n, i);
    double allowed = allowance_of (j, i);
    bool slow = sibling_score_is_below (&sibling, allowed);

    cell->slow = slow;
    cell->ratio = (float)sibling.ratio;
    cell->z = (float)fmax (-1e30, fmin (sibling.z, 1e30));
    device->siblings.n++;
    device->siblings.n_off += slow;
    device->siblings.n_far
        += slow
           && sibling.ratio
                  < 1 - (FAR_MARGINS - 1) * (double)cell->margin - allowed;
    if (device->most < j->n)
      device->most = j->n;
  }
}

/* Which of the meter's figures. */
typedef double figure_fn (const struct fleet_measurement *cell);
typedef struct deviations *deviations_fn (struct fleet_device *device);

static double
clock_of (const struct fleet_measurement *cell)
{
  return cell->clock;
}

static struct deviations *
clock_deviations (struct fleet_device *device)
{
  return &device->clock;
}

static double
power_of (const struct fleet_measurement *cell)
{
  return cell->power;
}

static struct deviations *
power_deviations (struct fleet_device *device)
{
  return &device->power;
}

/* Off to either side is odd. */
static void
assess_meter (struct assessment *j, const struct fleet_benchmark *subject,
              figure_fn *of, deviations_fn *tally_of, double margins)
{
  begin_figures (j);
  for (size_t i = 0; i < subject->n_measurements; i++)
    add_figure (j, of (measurement_at (j, subject, i)),
                measurement_at (j, subject, i));
  sort_figures (j);
  for (size_t i = 0; i < j->n && j->n > 1; i++) {
    const struct fleet_measurement *cell
        = &j->fleet->measurements[j->figure[i].index];
    struct deviations *tally = tally_of (&j->fleet->device[cell->device]);
    struct sibling_score sibling = sibling_model_score (j->sorted, j->n, i);
    double margin = margins * (double)cell->margin;

    tally->n++;
    tally->n_off += sibling_score_is_below (&sibling, margin)
                    || sibling_score_is_above (&sibling, margin);
  }
}

/* Of the others that share the case, fewer than half have it. */
static void
assess_reason (struct assessment *j, const struct fleet_benchmark *subject,
               int reason)
{
  const uint32_t bit = UINT32_C (1) << reason;
  size_t n = 0;

  for (size_t i = 0; i < subject->n_measurements; i++)
    n += (measurement_at (j, subject, i)->reasons & bit) != 0;
  for (size_t i = 0; i < subject->n_measurements && subject->n_measurements > 1;
       i++) {
    const struct fleet_measurement *cell = measurement_at (j, subject, i);
    struct deviations *tally = &j->fleet->device[cell->device].reason[reason];

    tally->n++;
    tally->n_off += (cell->reasons & bit) != 0
                    && 2 * (n - 1) < subject->n_measurements - 1;
  }
}

static void
assess_benchmarks (struct fleet *fleet)
{
  struct assessment j = {
    .fleet = fleet,
    .figure = xcalloc (fleet->n_measurements + 1, sizeof *j.figure),
    .sorted = xcalloc (fleet->n_measurements + 1, sizeof *j.sorted),
  };

  for (size_t i = 0; i < fleet->n_benchmarks; i++) {
    const struct fleet_benchmark *subject = &fleet->benchmark[i];

    /* Devices of which nothing is known are not alike. */
    if (subject->model[0] == '\0')
      continue;
    assess_speeds (&j, subject);
    assess_meter (&j, subject, clock_of, clock_deviations, 1);
    assess_meter (&j, subject, power_of, power_deviations, FAR_MARGINS);
    for (int reason = 0; reason < N_CLOCK_REASONS; reason++)
      if (reason == REASON_POWER_CAP
          || clock_reason_slows ((enum clock_reason)reason))
        assess_reason (&j, subject, reason);
  }
  free (j.figure);
  free (j.sorted);
}

/* The baseline's speed of each subject: the median of its devices; 0: it has
 * none.  To be freed. */
static double *
speeds_of_baseline (const struct fleet *fleet, const struct fleet *baseline)
{
  double *speed = xcalloc (fleet->n_benchmarks + 1, sizeof *speed);

  for (size_t i = 0; i < fleet->benchmarks.n_slots; i++) {
    const struct map_entry *entry = &fleet->benchmarks.entry[i], *there;
    const struct fleet_benchmark *subject;
    size_t low, high;

    if (entry->key == NULL)
      continue;
    there = map_find (&baseline->benchmarks, entry->key, entry->bytes);
    if (there == NULL || baseline->benchmark[there->number].n_measurements == 0)
      continue;
    subject = &baseline->benchmark[there->number];
    low = subject->first_measurement + (subject->n_measurements - 1) / 2;
    high = subject->first_measurement + subject->n_measurements / 2;
    speed[entry->number]
        = (baseline->measurements[baseline->by_benchmark[low]].speed
           + baseline->measurements[baseline->by_benchmark[high]].speed)
          / 2;
  }
  return speed;
}

static void
assess_by_baseline (struct fleet *fleet, const struct fleet *baseline)
{
  double *speed = speeds_of_baseline (fleet, baseline);

  for (size_t i = 0; i < fleet->n_measurements; i++) {
    struct fleet_measurement *cell = &fleet->measurements[i];
    struct deviations *tally = &fleet->device[cell->device].baseline;
    double ratio, margin = cell->margin, allowed;

    if (!(speed[cell->benchmark] > 0))
      continue;
    ratio = cell->speed / speed[cell->benchmark];
    cell->to_baseline = (float)ratio;
    tally->n++;
    allowed = margin + 2 * (double)cell->error;
    cell->slow_to_baseline = ratio < 1 - allowed;
    tally->n_off += cell->slow_to_baseline;
    tally->n_far += ratio < 1 - (FAR_MARGINS - 1) * margin - allowed;
  }
  free (speed);
}

/* The median of a device's ratios; a NaN: there is none. */
static double
median_of (const struct fleet *fleet, const struct fleet_device *device,
           double *room, bool to_baseline)
{
  size_t n = 0;

  for (size_t i = 0; i < device->n_measurements; i++) {
    const struct fleet_measurement *cell
        = &fleet->measurements[device->first_measurement + i];
    double ratio = to_baseline ? cell->to_baseline : cell->ratio;

    if (ratio > 0)
      room[n++] = ratio;
  }
  if (n == 0)
    return NAN;
  sort_numbers (room, n);
  return sorted_median (room, n);
}

static bool
is_failed (const struct fleet_device *device)
{
  return device->n_suspect + device->count[STATUS_FAILED]
             + device->count[STATUS_CRASHED] + device->count[STATUS_TIMEOUT]
         > 0;
}

static bool
is_odd (const struct fleet_device *device)
{
  bool odd = deviations_are_many (&device->clock)
             || deviations_are_many (&device->power)
             || device->ecc_uncorrected > 0 || device->remapped > 0;

  for (int i = 0; i < N_CLOCK_REASONS; i++)
    odd = odd || deviations_are_many (&device->reason[i]);
  return odd;
}

static void
assess_devices (struct fleet *fleet)
{
  double *room = xcalloc (fleet->n_measurements + 1, sizeof *room);

  for (size_t i = 0; i < fleet->n_devices; i++) {
    struct fleet_device *device = &fleet->device[i];

    device->to_siblings = median_of (fleet, device, room, false);
    device->to_baseline = median_of (fleet, device, room, true);
    device->health = device->count[STATUS_WRONG] > 0 ? DEVICE_HEALTH_WRONG
                     : is_failed (device)            ? DEVICE_HEALTH_FAILED
                     : deviations_are_many (&device->siblings)
                             || deviations_are_many (&device->baseline)
                         ? DEVICE_HEALTH_SLOW
                     : is_odd (device) ? DEVICE_HEALTH_ODD
                                       : DEVICE_HEALTH_OK;
  }
  free (room);
}

static bool
has_model (const struct fleet *fleet, const char *model)
{
  for (size_t i = 0; i < fleet->n_devices; i++)
    if (strcmp (fleet->device[i].model, model) == 0)
      return true;
  return false;
}

/* A device that has figures, of which the baseline has none. */
static const struct fleet_device *
find_unlike_device (const struct fleet *fleet)
{
  for (size_t i = 0; i < fleet->n_devices; i++)
    if (fleet->device[i].n_measurements > 0 && fleet->device[i].baseline.n == 0)
      return &fleet->device[i];
  return NULL;
}

static bool
baseline_fits (const struct fleet *fleet, const struct yardstick *yardstick)
{
  const struct fleet_device *device = find_unlike_device (fleet);

  if (device == NULL)
    return true;
  if (has_model (yardstick->baseline, device->model))
    message_print (
        "--against %s has no case that %s has: take records of the same "
        "suite",
        yardstick->path, device->name);
  else
    message_print (
        "--against %s has %s, and %s is %s: take records of the same "
        "model",
        yardstick->path,
        yardstick->baseline->n_devices > 0
            ? text_or_empty (yardstick->baseline->device[0].model)
            : "no device",
        device->name, device->model);
  return false;
}

bool
fleet_assess (struct fleet *fleet, const struct yardstick *yardstick)
{
  for (size_t i = 0; i < fleet->n_measurements && yardstick->margin >= 0; i++)
    fleet->measurements[i].margin = (float)yardstick->margin;
  assess_benchmarks (fleet);
  if (yardstick->baseline != NULL)
    assess_by_baseline (fleet, yardstick->baseline);
  assess_devices (fleet);
  return yardstick->baseline == NULL || baseline_fits (fleet, yardstick);
}

/* NULL: it is not known. */
static const char *const *
model_of (const struct run_record *run, const char *name)
{
  const struct device_records devices = { .devices = run->devices };
  const struct device_record *device = device_record_find (&devices, name);

  return device != NULL && device->description != NULL ? &device->description
                                                       : NULL;
}

bool
records_share_model (const struct records *records)
{
  const struct run_record *run = records_run (records);
  /* By address: each text is kept once. */
  struct map names = { 0 }, models = { 0 };
  bool found = false;

  for (size_t i = 0; i < records->n && run != NULL && !found; i++) {
    const struct case_record *record = records_case (records, i);
    size_t n_names = names.n, n_models = models.n;
    const char *const *model;

    if (record == NULL || record->device == NULL
        || record->result.status == STATUS_SKIPPED)
      continue;
    map_find_or_add (&names, &record->device, sizeof record->device);
    model = names.n > n_names ? model_of (run, record->device) : NULL;
    if (model == NULL)
      continue;
    map_find_or_add (&models, model, sizeof *model);
    found = models.n == n_models;
  }
  map_free (&names);
  map_free (&models);
  return found;
}

bool
fleet_is_bad (const struct fleet *fleet)
{
  for (size_t i = 0; i < fleet->n_devices; i++)
    if (fleet->device[i].health > DEVICE_HEALTH_ODD
        && !fleet->device[i].superseded)
      return true;
  return false;
}

bool
fleet_of_run (struct fleet *fleet, const struct records *records)
{
  const struct yardstick suite = { .margin = NAN };

  *fleet = (struct fleet){ 0 };
  if (!fleet_add (fleet, records, "records", 0))
    return false;
  fleet_sort (fleet);
  return fleet_assess (fleet, &suite);
}
