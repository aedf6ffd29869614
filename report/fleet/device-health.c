/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/stats.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "report/fleet/fleet.h"

/* In one case, this many margins below are enough to call a device slow: the
 * two speeds of a bistable kernel are closer.  Power is odd only beyond as many
 * margins: boards differ more in power than in clocks. */
#define FAR_MARGINS 4

static const char *const device_healths[N_DEVICE_HEALTHS]
    = { "ok", "alone", "odd", "slow", "failed", "wrong" };
const struct names device_health_names = { device_healths, N_DEVICE_HEALTHS };

size_t
deviations_needed (size_t n)
{
  size_t tenth = (n + 9) / 10, needed = tenth > 2 ? tenth : 2;

  return needed < n ? needed : n;
}

bool
deviations_are_many (const struct deviations *deviations)
{
  return deviations->n_far > 0
         || (deviations->n > 0
             && deviations->n_off >= deviations_needed (deviations->n));
}

/* A figure of a device, to be sorted among those of others. */
struct device_figure {
  double value; /* sorted by it */
  uint32_t index;
};

/* The scratch memory for judging the measurements of a benchmark. */
struct assessment {
  struct fleet *fleet;
  struct device_figure *figure;
  double *sorted;
  size_t n;
};

static struct fleet_measurement *
measurement_at (const struct assessment *j,
                const struct fleet_benchmark *benchmark, size_t i)
{
  return &j->fleet->measurements
              [j->fleet->by_benchmark[benchmark->first_measurement + i]];
}

enum figure { FIGURE_SPEED, FIGURE_CLOCK, FIGURE_POWER };

/* Sorts a figure of a benchmark's measurements. */
static void
sort_figures (struct assessment *j, const struct fleet_benchmark *benchmark,
              enum figure figure)
{
  j->n = 0;
  for (size_t i = 0; i < benchmark->n_measurements; i++) {
    const struct fleet_measurement *m = measurement_at (j, benchmark, i);
    const double value = figure == FIGURE_SPEED   ? m->speed
                         : figure == FIGURE_CLOCK ? (double)m->clock
                                                  : (double)m->steady_power;

    if (value > 0)
      j->figure[j->n++]
          = (struct device_figure){ value,
                                    (uint32_t)(m - j->fleet->measurements) };
  }
  qsort (j->figure, j->n, sizeof *j->figure, compare_reals);
  for (size_t i = 0; i < j->n; i++)
    j->sorted[i] = j->figure[i].value;
}

/* How far below the median a figure may be: the margin, and twice the error of
 * its time.  With two devices, the other's error counts, too; the median of
 * many has next to none. */
static double
allowance_of (const struct assessment *j, size_t i)
{
  const struct fleet_measurement *measurement
      = &j->fleet->measurements[j->figure[i].index];
  const struct fleet_measurement *other
      = j->n == 2 ? &j->fleet->measurements[j->figure[1 - i].index] : NULL;

  return (double)measurement->margin
         + 2 * hypot (measurement->error, other != NULL ? other->error : 0);
}

static void
assess_speeds (struct assessment *j, const struct fleet_benchmark *benchmark)
{
  sort_figures (j, benchmark, FIGURE_SPEED);
  for (size_t i = 0; i < j->n && j->n > 1; i++) {
    struct fleet_measurement *measurement
        = &j->fleet->measurements[j->figure[i].index];
    struct fleet_device *device = &j->fleet->device[measurement->device];
    struct sibling_score sibling = sibling_model_score (j->sorted, j->n, i);
    double allowed = allowance_of (j, i);
    bool slow = sibling_score_is_below (&sibling, allowed);

    measurement->slow = slow;
    measurement->ratio = (float)sibling.ratio;
    measurement->z = (float)fmax (-1e30, fmin (sibling.z, 1e30));
    device->siblings.n++;
    device->siblings.n_off += slow;
    device->siblings.n_far
        += slow
           && sibling.ratio
                  < 1 - (FAR_MARGINS - 1) * (double)measurement->margin
                        - allowed;
    if (device->most < j->n)
      device->most = j->n;
  }
}

/* A figure is odd on either side of the median. */
static void
assess_meter (struct assessment *j, const struct fleet_benchmark *benchmark,
              enum figure figure)
{
  const double margins = figure == FIGURE_POWER ? FAR_MARGINS : 1;

  sort_figures (j, benchmark, figure);
  for (size_t i = 0; i < j->n && j->n > 1; i++) {
    const struct fleet_measurement *measurement
        = &j->fleet->measurements[j->figure[i].index];
    struct fleet_device *device = &j->fleet->device[measurement->device];
    struct deviations *deviations
        = figure == FIGURE_POWER ? &device->power : &device->clock;
    struct sibling_score sibling = sibling_model_score (j->sorted, j->n, i);
    double margin = margins * (double)measurement->margin;

    deviations->n++;
    deviations->n_off += sibling_score_is_below (&sibling, margin)
                         || sibling_score_is_above (&sibling, margin);
  }
}

static size_t
count_with_reason (const struct assessment *j,
                   const struct fleet_benchmark *benchmark, uint32_t bits)
{
  size_t n = 0;

  for (size_t i = 0; i < benchmark->n_measurements; i++)
    n += (measurement_at (j, benchmark, i)->reasons & bits) != 0;
  return n;
}

/* Where power or heat limits most devices, each has the clock that its chip
 * reaches with that: the slow ones show in their speed. */
static bool
are_throttled (const struct assessment *j,
               const struct fleet_benchmark *benchmark)
{
  uint32_t bits = UINT32_C (1) << REASON_POWER_CAP;

  for (int reason = 0; reason < N_CLOCK_REASONS; reason++)
    if (clock_reason_slows ((enum clock_reason)reason))
      bits |= UINT32_C (1) << reason;
  return 2 * count_with_reason (j, benchmark, bits) > benchmark->n_measurements;
}

/* Counts a reason that less than half of the other devices have. */
static void
assess_reason (struct assessment *j, const struct fleet_benchmark *benchmark,
               int reason)
{
  const uint32_t bit = UINT32_C (1) << reason;
  const size_t n = count_with_reason (j, benchmark, bit);

  for (size_t i = 0;
       i < benchmark->n_measurements && benchmark->n_measurements > 1; i++) {
    const struct fleet_measurement *measurement
        = measurement_at (j, benchmark, i);
    struct deviations *deviations
        = &j->fleet->device[measurement->device].reason[reason];

    deviations->n++;
    deviations->n_off += (measurement->reasons & bit) != 0
                         && 2 * (n - 1) < benchmark->n_measurements - 1;
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
    const struct fleet_benchmark *benchmark = &fleet->benchmark[i];

    /* Devices of unknown model are not compared. */
    if (benchmark->model[0] == '\0')
      continue;
    assess_speeds (&j, benchmark);
    if (!are_throttled (&j, benchmark))
      assess_meter (&j, benchmark, FIGURE_CLOCK);
    assess_meter (&j, benchmark, FIGURE_POWER);
    for (int reason = 0; reason < N_CLOCK_REASONS; reason++)
      if (reason == REASON_POWER_CAP
          || clock_reason_slows ((enum clock_reason)reason))
        assess_reason (&j, benchmark, reason);
  }
  free (j.figure);
  free (j.sorted);
}

/* Returns the baseline's speed of each benchmark, the median of its devices, 0
 * where there is none; to be freed. */
static double *
speeds_of_baseline (const struct fleet *fleet, const struct fleet *baseline)
{
  double *speed = xcalloc (fleet->n_benchmarks + 1, sizeof *speed);

  for (size_t i = 0; i < fleet->benchmarks.n_slots; i++) {
    const struct map_entry *entry = &fleet->benchmarks.entry[i], *there;
    const struct fleet_benchmark *benchmark;
    size_t low, high;

    if (entry->key == NULL)
      continue;
    there = map_find (&baseline->benchmarks, entry->key, entry->bytes);
    if (there == NULL || baseline->benchmark[there->number].n_measurements == 0)
      continue;
    benchmark = &baseline->benchmark[there->number];
    low = benchmark->first_measurement + (benchmark->n_measurements - 1) / 2;
    high = benchmark->first_measurement + benchmark->n_measurements / 2;
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
    struct fleet_measurement *measurement = &fleet->measurements[i];
    struct deviations *deviations
        = &fleet->device[measurement->device].baseline;
    double ratio, margin = measurement->margin, allowed;

    if (!(speed[measurement->benchmark] > 0))
      continue;
    ratio = measurement->speed / speed[measurement->benchmark];
    measurement->to_baseline = (float)ratio;
    deviations->n++;
    allowed = margin + 2 * (double)measurement->error;
    measurement->slow_to_baseline = ratio < 1 - allowed;
    deviations->n_off += measurement->slow_to_baseline;
    deviations->n_far += ratio < 1 - (FAR_MARGINS - 1) * margin - allowed;
  }
  free (speed);
}

/* Returns the median of a device's ratios; NaN: there are none. */
static double
median_of (const struct fleet *fleet, const struct fleet_device *device,
           double *room, bool to_baseline)
{
  size_t n = 0;

  for (size_t i = 0; i < device->n_measurements; i++) {
    const struct fleet_measurement *measurement
        = &fleet->measurements[device->first_measurement + i];
    double ratio = to_baseline ? measurement->to_baseline : measurement->ratio;

    if (ratio > 0)
      room[n++] = ratio;
  }
  return numbers_median (room, n);
}

static bool
is_failed (const struct fleet_device *device)
{
  return device->n_caveats[CAVEAT_SUSPECT] + device->count[STATUS_FAILED]
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
                     : device->siblings.n + device->baseline.n == 0
                         ? DEVICE_HEALTH_ALONE
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

/* Returns a device with figures, of which the baseline has none; NULL: there is
 * none. */
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
        "--against %s has no case that %s has: take records of the same suite",
        yardstick->path, device->name);
  else
    message_print (
        "--against %s has %s, and %s is %s: take records of the same model",
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

/* Returns the address of the interned model; NULL: unknown. */
static const char *const *
model_of (const struct run_record *run, const char *name)
{
  const struct device_record *device = device_record_find (&run->devices, name);

  return device != NULL && device->description != NULL ? &device->description
                                                       : NULL;
}

bool
records_share_model (const struct records *records)
{
  const struct run_record *run = records_run (records);
  /* By address: texts are interned. */
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
