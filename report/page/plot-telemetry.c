/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/subsample.h"
#include "base/units.h"
#include "report/page/plot-telemetry.h"
#include "report/page/svg.h"

enum {
  HIGH = 28,
  GAP = 4,
  LABEL_APART = 14,
  LABEL_HIGH = 9,
  LABEL_COLUMNS = 30
};

/* A scale narrower than this share of its values would magnify noise. */
#define NARROW 0.05

static const struct {
  const char *title, *format;
  double divisor;
} curves[N_CURVES] = {
  [CURVE_CLOCK] = { "SM clock, GHz", "%.2f", 1e9 },
  [CURVE_POWER] = { "power, W", "%.0f", 1 },
};

static const double *
values_of (const struct telemetry_samples *readings, int curve)
{
  return curve == CURVE_CLOCK ? readings->clock_sm : readings->power;
}

static bool
has_any (const struct telemetry_samples *readings, int curve)
{
  for (size_t i = 0; i < readings->n; i++)
    if (isfinite (values_of (readings, curve)[i]))
      return true;
  return false;
}

/* The times of rounds have no telemetry. */
static bool
find_samples (const struct case_record *record,
              struct telemetry_samples *readings)
{
  return record->result.time.values != NULL
         && case_telemetry_samples (record, readings);
}

void
telemetry_range_find (struct telemetry_range *range, const struct block *block)
{
  struct telemetry_samples readings;

  for (int c = 0; c < N_CURVES; c++) {
    range->low[c] = INFINITY;
    range->high[c] = -INFINITY;
  }
  for (size_t i = 0; i < block->n; i++)
    if (find_samples (block->record[i], &readings)) {
      for (int c = 0; c < N_CURVES; c++)
        for (size_t j = 0; j < readings.n; j++) {
          range->low[c] = fmin (range->low[c], values_of (&readings, c)[j]);
          range->high[c] = fmax (range->high[c], values_of (&readings, c)[j]);
        }
      telemetry_samples_free (&readings);
    }
}

double
plot_telemetry_height (const struct case_record *record)
{
  struct telemetry_samples readings;
  double height = 0;

  if (find_samples (record, &readings)) {
    for (int c = 0; c < N_CURVES; c++)
      height += has_any (&readings, c) ? HIGH + GAP : 0;
    telemetry_samples_free (&readings);
  }
  return height;
}

/* A reading during a sample is drawn between its neighbours; a missing reading
 * is a gap. */
static void
print_curve (FILE *out, const struct telemetry_samples *readings,
             const double *value, const struct scale *sequence,
             const struct scale *scale, size_t most)
{
  const size_t n = readings->n < most ? readings->n : most;
  double at[2] = { 0, 0 };
  bool gap = true;

  svg_path_begin (out, "curve");
  fputs ("M0 0", out);
  for (size_t i = 0; i < n; i++) {
    const size_t j = subsample_index (i, readings->n, most);
    const double x = round (scale_position (sequence, readings->at[j] - 0.5));
    const double y = round (scale_position (scale, value[j]));

    if (isfinite (value[j])) {
      svg_path_add (out, gap ? "m" : "l", x - at[0], y - at[1]);
      at[0] = x;
      at[1] = y;
    }
    gap = !isfinite (value[j]);
  }
  svg_path_end (out);
}

/* The ends of the scale: lines across the samples, with numbers on the right,
 * inside the height of the curve, since other curves are above and below. */
static void
print_axis (FILE *out, int curve, const double end[2],
            const struct scale *sequence, const struct scale *scale)
{
  char text[2][UNITS_MAX];

  for (int i = 0; i < 2; i++) {
    const double y = scale_position (scale, end[i]);

    snprintf (text[i], sizeof text[i], curves[curve].format,
              end[i] / curves[curve].divisor);
    if (i > 0 && strcmp (text[0], text[1]) == 0)
      return;
    svg_line (out, "grid", sequence->from - 4, y, sequence->to + 4, y);
    svg_text (out, "t", sequence->to + 12,
              fmin (fmax (y + 4, scale->to + LABEL_HIGH), scale->from), text[i],
              LABEL_COLUMNS);
  }
}

static void
print_plot (FILE *out, const struct telemetry_samples *readings, int curve,
            const struct telemetry_range *range, const struct scale *sequence,
            double y, size_t most)
{
  const double low = range->low[curve], high = range->high[curve];
  const double off
      = fmax ((high - low) * 0.06, (NARROW * high - (high - low)) / 2);
  const struct scale scale = scale_linear (low - off, high + off, y + HIGH, y);

  svg_text (out, "t", 0, y + 18, curves[curve].title, LABEL_COLUMNS);
  print_axis (out, curve, (const double[]){ low, high }, sequence, &scale);
  print_curve (out, readings, values_of (readings, curve), sequence, &scale,
               most);
}

void
plot_telemetry_print (FILE *out, const struct case_record *record,
                      const struct telemetry_range *range,
                      const struct scale *sequence, double y, size_t most)
{
  struct telemetry_samples readings;

  if (!find_samples (record, &readings))
    return;
  for (int c = 0; c < N_CURVES; c++)
    if (has_any (&readings, c)) {
      print_plot (out, &readings, c, range, sequence, y, most);
      y += HIGH + GAP;
    }
  telemetry_samples_free (&readings);
}

void
plot_telemetry_print_bands (FILE *out, const struct case_record *record,
                            double from, double to, double y)
{
  const double height = plot_telemetry_height (record);

  for (double off = 0; off < height; off += HIGH + GAP) {
    svg_path_add (out, "M", from, y + off);
    svg_path_step (out, "H", to);
    svg_path_step (out, "v", HIGH);
    svg_path_step (out, "H", from);
    putc ('z', out);
  }
}
