/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "base/units.h"
#include "report/fleet/describe-device.h"
#include "report/fleet/device-health.h"

/* Cases that are named, the slowest first. */
enum { NAMED = 3 };

static const char *
separator (const struct text *text)
{
  return text->n > 0 ? "; " : "";
}

static void
add_failures (struct text *text, const struct fleet_device *device)
{
  size_t failed = device->n_suspect;

  for (int i = 0; i < N_STATUS; i++)
    if (!status_passes ((enum status)i))
      failed += device->count[i];
  if (failed > 0)
    text_add (text, "%s%zu %s did not pass: %s", separator (text), failed,
              failed == 1 ? "case" : "cases", text_or_empty (device->failure));
}

static float
ratio_of (const struct fleet_measurement *measurement, bool to_baseline)
{
  return to_baseline ? measurement->to_baseline : measurement->ratio;
}

static bool
is_slow (const struct fleet_measurement *measurement, bool to_baseline)
{
  return to_baseline ? measurement->slow_to_baseline : measurement->slow;
}

/* Returns the next slow case after one, in the order of ratios; NULL: none. */
static const struct fleet_measurement *
next_slowest (const struct fleet *fleet, const struct fleet_device *device,
              const struct fleet_measurement *before, bool to_baseline)
{
  const struct fleet_measurement *found = NULL;

  for (size_t i = 0; i < device->n_measurements; i++) {
    const struct fleet_measurement *measurement
        = &fleet->measurements[device->first_measurement + i];
    float ratio = ratio_of (measurement, to_baseline);
    float least = before != NULL ? ratio_of (before, to_baseline) : 0;

    if (is_slow (measurement, to_baseline)
        && (ratio > least || (ratio >= least && measurement > before))
        && (found == NULL || ratio < ratio_of (found, to_baseline)))
      found = measurement;
  }
  return found;
}

static void
add_slowest (struct text *text, const struct fleet *fleet,
             const struct fleet_device *device, bool to_baseline)
{
  const struct fleet_measurement *measurement = NULL;
  char ratio[UNITS_MAX];

  for (int i = 0; i < NAMED; i++) {
    measurement = next_slowest (fleet, device, measurement, to_baseline);
    if (measurement == NULL)
      return;
    text_add (text, "%s%s %s", i == 0 ? ": " : ", ",
              fleet->benchmark[measurement->benchmark].label,
              units_ratio (ratio, ratio_of (measurement, to_baseline)));
    if (!to_baseline && device->most > 2 && fabsf (measurement->z) < 1e6F)
      text_add (text, " (z %.1f)", measurement->z);
  }
}

static void
add_slow (struct text *text, const struct fleet *fleet,
          const struct fleet_device *device, bool to_baseline)
{
  const struct deviations *deviations
      = to_baseline ? &device->baseline : &device->siblings;
  char ratio[UNITS_MAX];

  if (!deviations_are_many (deviations))
    return;
  text_add (text, "%s%s %s speed, slow in %zu of %zu %s", separator (text),
            units_ratio (ratio, to_baseline ? device->to_baseline
                                            : device->to_siblings),
            to_baseline ? "the baseline's" : "its siblings'", deviations->n_off,
            deviations->n, deviations->n == 1 ? "case" : "cases");
  if (!to_baseline && device->most == 2)
    text_add (text, " (of two devices, by the margin alone)");
  add_slowest (text, fleet, device, to_baseline);
}

static void
add_odd (struct text *text, const struct deviations *deviations,
         const char *what)
{
  if (deviations_are_many (deviations))
    text_add (text, "%s%s in %zu of %zu cases", separator (text), what,
              deviations->n_off, deviations->n);
}

static void
add_count (struct text *text, int64_t n, const char *what)
{
  if (n > 0)
    text_add (text, "%s%" PRId64 " %s", separator (text), n, what);
}

static void
add_oddities (struct text *text, const struct fleet_device *device)
{
  add_odd (text, &device->clock, "a clock unlike its siblings'");
  add_odd (text, &device->power, "power unlike its siblings'");
  for (int i = 0; i < N_CLOCK_REASONS; i++)
    add_odd (text, &device->reason[i], names_at (&clock_reason_names, i));
  add_count (text, device->ecc_uncorrected,
             "memory errors that could not be corrected");
  add_count (text, device->remapped, "memory rows remapped");
}

char *
describe_device_health (const struct fleet *fleet, size_t number)
{
  const struct fleet_device *device = &fleet->device[number];
  struct text text = { 0 };

  add_failures (&text, device);
  add_slow (&text, fleet, device, false);
  add_slow (&text, fleet, device, true);
  add_oddities (&text, device);
  return text.data;
}
