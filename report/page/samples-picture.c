/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/stats.h"
#include "base/text.h"
#include "base/units.h"
#include "base/xalloc.h"
#include "record/case-samples.h"
#include "report/describe.h"
#include "report/grid.h"
#include "report/page/pictures.h"
#include "report/page/svg.h"

/* The most points of a row's samples, and of each of its curves: more than a
 * row has room for add nothing. */
enum { POINTS_MOST = 240 };

/* ---- Clock and power ---- */

enum { CURVE_CLOCK, CURVE_POWER, N_CURVES };

/* The range of each curve over all rows of a block, which share a scale. */
struct telemetry_range {
  double low[N_CURVES], high[N_CURVES];
};

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

static void
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

/* The height of a row's curves with the gaps between them; 0: no curves. */
static double
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
             const struct scale *scale)
{
  const size_t n = readings->n < POINTS_MOST ? readings->n : POINTS_MOST;
  double at[2] = { 0, 0 };
  bool gap = true;

  svg_path_begin (out, "curve");
  fputs ("M0 0", out);
  for (size_t i = 0; i < n; i++) {
    const size_t j = subsample_index (i, readings->n, POINTS_MOST);
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
            double y)
{
  const double low = range->low[curve], high = range->high[curve];
  const double off
      = fmax ((high - low) * 0.06, (NARROW * high - (high - low)) / 2);
  const struct scale scale = scale_linear (low - off, high + off, y + HIGH, y);

  svg_text (out, "t", 0, y + 18, curves[curve].title, LABEL_COLUMNS);
  print_axis (out, curve, (const double[]){ low, high }, sequence, &scale);
  print_curve (out, readings, values_of (readings, curve), sequence, &scale);
}

/* Draws from y downwards.  sequence: the x scale of the samples, where sample 0
 * is at 0. */
static void
plot_telemetry_print (FILE *out, const struct case_record *record,
                      const struct telemetry_range *range,
                      const struct scale *sequence, double y)
{
  struct telemetry_samples readings;

  if (!find_samples (record, &readings))
    return;
  for (int c = 0; c < N_CURVES; c++)
    if (has_any (&readings, c)) {
      print_plot (out, &readings, c, range, sequence, y);
      y += HIGH + GAP;
    }
  telemetry_samples_free (&readings);
}

static void
add_band (FILE *out, double from, double to, double y, double high)
{
  svg_path_add (out, "M", from, y);
  svg_path_step (out, "H", to);
  svg_path_step (out, "v", high);
  svg_path_step (out, "H", from);
  putc ('z', out);
}

/* Adds the background of the curves to a path. */
static void
plot_telemetry_print_bands (FILE *out, const struct case_record *record,
                            double from, double to, double y)
{
  const double height = plot_telemetry_height (record);

  for (double off = 0; off < height; off += HIGH + GAP)
    add_band (out, from, to, y + off, HIGH);
}

/* ---- Samples ---- */

enum { NAME_COLUMNS = 27, RANGE_COLUMNS = 32 };
enum { TOP = 22, ROW = 56, PLOT = 44, BETWEEN = 4, BELOW = 8 };
/* Bins of the distribution, which fill the height of the plot. */
enum { BINS = 11 };

/* The x ranges of the samples and of their distribution. */
static const double left = 208, right = 548, shares = 560, most_shares = 716;

/* The times of one row. */
struct times {
  double *second;
  size_t n;
  double low, high;
};

static void
times_find (struct times *t, const struct groups *groups,
            const struct case_record *record)
{
  *t = (struct times){ .low = INFINITY };
  if (!(case_time_shown (record) > 0))
    return;
  t->second = case_samples (record, &t->n);
  if (t->second == NULL)
    t->n = rounds_times (&groups->rounds, record, &t->second);
  for (size_t i = 0; i < t->n; i++) {
    t->low = fmin (t->low, t->second[i]);
    t->high = fmax (t->high, t->second[i]);
  }
}

static bool
is_known (const struct case_record *record, const struct groups *groups)
{
  struct times t;

  times_find (&t, groups, record);
  free (t.second);
  return t.n > 1 && t.low > 0;
}

bool
samples_known (const struct block *block, const struct groups *groups)
{
  for (size_t i = 0; i < block->n; i++)
    if (is_known (block->record[i], groups))
      return true;
  return false;
}

/* The height of a row with its curves. */
static double
row_height (const struct case_record *record)
{
  return ROW + plot_telemetry_height (record);
}

/* The samples of a row. */
struct strip {
  FILE *out;
  struct times times;
  struct scale sequence, seconds;
};

/* Adds a point, relative to the last one. */
static void
add_point (const struct strip *s, size_t i, double at[2])
{
  const double x = round (scale_position (&s->sequence, (double)i));
  const double y = round (scale_position (&s->seconds, s->times.second[i]));

  svg_path_add (s->out, "m", x - at[0], y - at[1]);
  putc ('z', s->out);
  at[0] = x;
  at[1] = y;
}

/* Adds the smallest and the largest of samples i to end, at least two, in their
 * order; if all are equal, the first and the last. */
static void
add_extremes (const struct strip *s, size_t i, size_t end, double at[2])
{
  size_t low = i, high = i;

  for (; i < end; i++) {
    if (s->times.second[i] < s->times.second[low])
      low = i;
    if (s->times.second[i] >= s->times.second[high])
      high = i;
  }
  add_point (s, low < high ? low : high, at);
  add_point (s, low < high ? high : low, at);
}

static void
print_dots (const struct strip *s)
{
  const size_t n = s->times.n, pairs = POINTS_MOST / 2;
  double at[2] = { 0, 0 };

  svg_path_begin (s->out, "dots");
  fputs ("M0 0", s->out);
  for (size_t i = 0; n <= POINTS_MOST && i < n; i++)
    add_point (s, i, at);
  for (size_t i = 0; n > POINTS_MOST && i < pairs; i++)
    add_extremes (s, i * n / pairs, (i + 1) * n / pairs, at);
  svg_path_end (s->out);
}

/* The distribution: horizontal bars beside the samples that they count. */
static void
print_shares (const struct strip *s, double top)
{
  const double high = (double)PLOT / BINS;
  size_t count[BINS] = { 0 }, most = 1;

  for (size_t i = 0; i < s->times.n; i++) {
    const double y = scale_position (&s->seconds, s->times.second[i]) - top;
    const size_t bin = (size_t)fmin (fmax (y / high, 0), BINS - 1);

    if (++count[bin] > most)
      most = count[bin];
  }
  svg_path_begin (s->out, "bin");
  for (size_t i = 0; i < BINS; i++) {
    const double wide
        = (most_shares - shares) * (double)count[i] / (double)most;

    if (count[i] == 0)
      continue;
    svg_path_add (s->out, "M", shares, top + high * ((double)i + 0.5));
    svg_path_step (s->out, "h", fmax (round (wide), 1));
  }
  svg_path_end (s->out);
}

/* The background of samples and curves. */
static void
print_bands (FILE *out, const struct block *block, const struct groups *groups)
{
  double y = TOP;

  svg_path_begin (out, "band");
  for (size_t i = 0; i < block->n; i++) {
    if (!is_known (block->record[i], groups))
      continue;
    add_band (out, left, right, y, PLOT);
    plot_telemetry_print_bands (out, block->record[i], left, right,
                                y + PLOT + BETWEEN);
    y += row_height (block->record[i]);
  }
  svg_path_end (out);
}

/* The variant, and below it its tunables. */
static void
print_name (FILE *out, const char *name, double y)
{
  const size_t n = strcspn (name, " ");
  char *first = xstrndup (name, n);

  svg_text (out, "name", 0, y + 12, first, NAME_COLUMNS);
  if (name[n] != '\0')
    svg_text (out, "t", 0, y + 26, name + n + 1, RANGE_COLUMNS);
  free (first);
}

/* Common to all rows. */
struct strips {
  FILE *out;
  const struct groups *groups;
  struct telemetry_range curve_range;
};

static void
print_strip (const struct strips *all, const struct case_record *record,
             const char *name, double y)
{
  const double median = case_time_shown (record);
  struct strip s = { .out = all->out };
  double off;
  char *range;

  times_find (&s.times, all->groups, record);
  off = fmax ((s.times.high - s.times.low) * 0.06, median * 1e-6);
  range = xasprintf ("%+.1f%% to %+.1f%%, %zu %s",
                     100 * (s.times.low / median - 1),
                     100 * (s.times.high / median - 1), s.times.n,
                     record->result.time.values == NULL ? "rounds" : "samples");
  s.sequence = scale_linear (0, (double)s.times.n - 1, left + 4, right - 4);
  s.seconds = scale_linear (s.times.low - off, s.times.high + off, y + PLOT, y);
  svg_line (s.out, "base", left, scale_position (&s.seconds, median),
            most_shares, scale_position (&s.seconds, median));
  print_name (s.out, name, y);
  svg_text (s.out, "t", 0, y + 41, range, RANGE_COLUMNS);
  print_dots (&s);
  print_shares (&s, y);
  plot_telemetry_print (s.out, record, &all->curve_range, &s.sequence,
                        y + PLOT + BETWEEN);
  free (range);
  free (s.times.second);
}

/* The label for screen readers. */
static char *
label_of (const struct block *block, const char *anchor, bool with_curves)
{
  char *what = anchor != NULL ? xstrdup (anchor) : describe_block (block, NULL);
  char *label = xasprintf ("Samples of %s%s", what,
                           with_curves ? ", with clock and power" : "");

  free (what);
  return label;
}

void
samples_print (FILE *out, const struct block *block, const struct grid *grid,
               const struct groups *groups, const char *anchor)
{
  struct strips all = { .out = out, .groups = groups };
  double y = TOP, height = 0;
  bool with_curves = false;
  char *label;

  telemetry_range_find (&all.curve_range, block);
  for (size_t i = 0; i < block->n; i++)
    if (is_known (block->record[i], groups)) {
      const double high = row_height (block->record[i]);

      height += high;
      with_curves |= high > ROW;
    }
  label = label_of (block, anchor, with_curves);
  svg_begin (out, TOP + height + BELOW, label, anchor == NULL);
  print_bands (out, block, groups);
  svg_text (out, "t", left, 14,
            "in time order; each row spans its minimum to its maximum", 60);
  svg_text (out, "t", shares, 14, "distribution", 22);
  for (size_t i = 0; i < block->n; i++)
    if (is_known (block->record[i], groups)) {
      print_strip (&all, block->record[i], grid->cell[i][COLUMN_VARIANT], y);
      y += row_height (block->record[i]);
    }
  svg_end (out);
  free (label);
}
