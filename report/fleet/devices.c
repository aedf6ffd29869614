/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/printable.h"
#include "base/text.h"
#include "base/units.h"
#include "base/xalloc.h"
#include "report/fleet/fleet.h"

#define INDENT 4

enum devices_column {
  DEVICES_COLUMN_DEVICE,
  DEVICES_COLUMN_HEALTH,
  DEVICES_COLUMN_RATIO,
  DEVICES_COLUMN_SLOW,
  DEVICES_COLUMN_BASELINE,
  DEVICES_COLUMN_BELOW,
  DEVICES_COLUMN_HEAT,
  N_DEVICES_COLUMNS
};

/* Of one run, leaves out a device that shares no case with any other. */
static bool
is_shown (const struct fleet *fleet, const struct fleet_device *device)
{
  return !device->superseded
         && (device->health != DEVICE_HEALTH_ALONE
             || fleet_is_of_several (fleet));
}

static char *
ratio_text (double ratio)
{
  char text[UNITS_MAX];

  return xstrdup (ratio > 0 ? units_ratio (text, ratio) : "");
}

static char *
deviations_text (const struct deviations *deviations)
{
  return deviations->n > 0
             ? xasprintf ("%zu of %zu", deviations->n_off, deviations->n)
             : xstrdup ("");
}

static void
add_row (struct grid *grid, const struct fleet *fleet, size_t number)
{
  const struct fleet_device *device = &fleet->device[number];
  char **cell = grid_add_row (grid);

  cell[DEVICES_COLUMN_DEVICE] = fleet_device_name (fleet, number);
  cell[DEVICES_COLUMN_HEALTH]
      = xstrdup (names_at (&device_health_names, device->health));
  cell[DEVICES_COLUMN_RATIO] = ratio_text (device->to_siblings);
  cell[DEVICES_COLUMN_SLOW] = deviations_text (&device->siblings);
  cell[DEVICES_COLUMN_BASELINE] = ratio_text (device->to_baseline);
  cell[DEVICES_COLUMN_BELOW] = deviations_text (&device->baseline);
  cell[DEVICES_COLUMN_HEAT] = device->temperature > 0
                                  ? xasprintf ("%.0f C", device->temperature)
                                  : xstrdup ("");
}

void
devices_view_make (struct grid *grid, const struct fleet *fleet)
{
  *grid = (struct grid){ .head = { "device", "is", "siblings", "slow in",
                                   "baseline", "slow in", "heat" },
                         .n_columns = N_DEVICES_COLUMNS };
  for (int j = DEVICES_COLUMN_RATIO; j < N_DEVICES_COLUMNS; j++)
    grid->figure[j] = true;
  for (size_t i = 0; i < fleet->n_devices; i++)
    if (is_shown (fleet, &fleet->device[i]))
      add_row (grid, fleet, i);
  grid_hide_empty (grid, DEVICES_COLUMN_RATIO);
}

static char *
describe_heading (const struct fleet *fleet)
{
  char percent[UNITS_MAX];
  bool siblings = false, baseline = false;

  for (size_t i = 0; i < fleet->n_devices; i++) {
    siblings = siblings || fleet->device[i].siblings.n > 0;
    baseline = baseline || fleet->device[i].baseline.n > 0;
  }
  return xasprintf (
      "devices by their speed over %s%s%s; slow cases: over %s below",
      siblings || !baseline ? "the siblings' median" : "",
      siblings && baseline ? ", and over " : "",
      baseline ? "the baseline's" : "",
      units_percent (percent, fleet->n_measurements > 0
                                  ? (double)fleet->measurements[0].margin
                                  : 0));
}

static void
print_detail (FILE *out, const struct fleet *fleet, size_t number,
              bool markdown)
{
  const struct fleet_device *device = &fleet->device[number];
  char *name = fleet_device_name (fleet, number);
  char *text = describe_device_health (fleet, number);
  char *lead = xasprintf ("%s%s, %s: ", markdown ? "- " : "", name,
                          names_at (&device_health_names, device->health));

  if (text != NULL && markdown) {
    markdown_print (out, lead);
    markdown_print (out, text);
    putc ('\n', out);
  } else if (text != NULL)
    wrap_print (out, lead, INDENT, text);
  free (lead);
  free (text);
  free (name);
}

void
print_devices (FILE *out, const struct fleet *fleet, bool markdown)
{
  struct grid grid;
  char *head = describe_heading (fleet);

  devices_view_make (&grid, fleet);
  fputs (markdown ? "\n### " : "\n", out);
  if (markdown) {
    markdown_print (out, head);
    fputs ("\n\n", out);
    grid_print_markdown (out, &grid);
    putc ('\n', out);
  } else {
    wrap_print (out, "", INDENT, head);
    grid_fit (&grid);
    grid_print_head (out, &grid);
    for (size_t i = 0; i < grid.n; i++)
      grid_print_row (out, &grid, i);
  }
  grid_free (&grid);
  free (head);
}

static void
print_devices_of_health (FILE *out, const struct fleet *fleet,
                         enum device_health health, bool markdown, size_t most)
{
  size_t n = 0;

  for (size_t i = 0; i < fleet->n_devices; i++)
    if (fleet->device[i].health == health && !fleet->device[i].superseded
        && n++ < most)
      print_detail (out, fleet, i, markdown);
  if (n > most)
    fprintf (out, "%sand %zu more that are %s\n", markdown ? "- " : "",
             n - most, names_at (&device_health_names, health));
}

void
print_bad_devices (FILE *out, const struct fleet *fleet, bool markdown,
                   size_t most)
{
  for (int i = N_DEVICE_HEALTHS - 1; i > DEVICE_HEALTH_ALONE; i--)
    print_devices_of_health (out, fleet, (enum device_health)i, markdown, most);
}

char *
describe_health_counts (const struct fleet *fleet)
{
  size_t count[N_DEVICE_HEALTHS] = { 0 };
  struct text text = { 0 };

  for (size_t i = 0; i < fleet->n_devices; i++)
    if (!fleet->device[i].superseded)
      count[fleet->device[i].health]++;
  for (int i = 0; i < N_DEVICE_HEALTHS; i++)
    if (count[i] > 0)
      text_add (&text, "%s%zu %s%s", text.n > 0 ? ", " : "", count[i],
                names_at (&device_health_names, i),
                i == DEVICE_HEALTH_ALONE ? " (nothing to compare with)" : "");
  return text.data != NULL ? text.data : xstrdup ("no device ran a case");
}

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
  size_t failed = device->n_caveats[CAVEAT_SUSPECT];

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

    if ((to_baseline ? measurement->slow_to_baseline : measurement->slow)
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
