/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/text.h"
#include "base/units.h"
#include "base/xalloc.h"
#include "report/describe.h"
#include "report/grid.h"
#include "report/page/pictures.h"
#include "report/page/svg.h"

enum {
  NAME_COLUMNS = 34,
  TEXT_COLUMNS = 43,
  TUNABLES_LINES = 3,
  SUMMARY_LINES = 4,
  VALUE_COLUMNS = 22
};
enum { TOP = 34, ROW = 20, BAR = 13, BELOW = 38 };

/* The x range of bars; names and summaries are to the left of it. */
static const double left = 264, right = 552;

/* A limit more than that many times the longest bar would leave bars no room:
 * only the key mentions it. */
static const double far_limit = 3;

struct ladder {
  FILE *out;
  const struct block *block;
  const struct grid *grid;
  struct rate_unit unit; /* si NULL: bars are times */
  struct scale scale;
  double height;                             /* of all rows */
  const struct case_record *peer, *baseline; /* NULL: none */
  bool limit, limit_beyond;
};

/* The value of a bar; 0: none. */
static double
value_of (const struct ladder *l, const struct case_record *record)
{
  double time = case_time_shown (record), rate;

  if (l->unit.si == NULL)
    return time;
  rate = time > 0 ? rate_in_unit (record, l->unit.si) : 0;
  return rate > 0 ? rate : 0;
}

/* The value of a row at its limit; 0: unknown. */
static double
limit_value (const struct ladder *l, const struct case_record *record)
{
  double value = value_of (l, record);

  if (!(record->of_limit > 0) || !(value > 0))
    return 0;
  return l->unit.si == NULL ? value * record->of_limit
                            : value / record->of_limit;
}

/* Finds the baseline and the fastest peer; in a block with rows of GPU and CPU
 * the baseline is the GPU's. */
static void
find_lines (struct ladder *l)
{
  const struct block *block = l->block;

  l->baseline = block_baseline_row (block, block->own_baseline);
  if (l->baseline == NULL)
    l->baseline = block_baseline_row (block, block->cpu_baseline);
  for (size_t i = 0; i < l->block->n; i++) {
    const struct case_record *record = l->block->record[i];

    if (record->peer == FLAG_YES && case_time (record) > 0
        && (l->peer == NULL || case_time (record) < case_time (l->peer)))
      l->peer = record;
  }
}

/* The end of the scale: it includes all rows, their intervals, and limits that
 * are not too far. */
static double
most_of (struct ladder *l)
{
  double most = 0, with_limit;

  for (size_t i = 0; i < l->block->n; i++) {
    const struct case_record *record = l->block->record[i];
    const double error = fmax (case_error (record), 0);

    most = fmax (most, value_of (l, record) * fmin (1 + 2 * error, 1.5));
  }
  with_limit = most;
  for (size_t i = 0; i < l->block->n; i++) {
    const double limit = limit_value (l, l->block->record[i]);

    if (limit > far_limit * most)
      l->limit_beyond = true;
    else {
      l->limit |= limit > 0;
      with_limit = fmax (with_limit, limit);
    }
  }
  return with_limit;
}

/* Summaries are printed once for adjacent rows of a variant, as in a sweep. */
static const char *
summary_at (const struct block *block, size_t i)
{
  const char *summary = block->record[i]->summary;

  return summary == NULL || (i > 0 && block->record[i - 1]->summary == summary)
             ? ""
             : summary;
}

/* Prints the name beside the bar, and below it the tunables, if they have no
 * room in that line, and the summary.  Returns the number of lines below the
 * name; out NULL: only counts them. */
static size_t
print_name (FILE *out, const struct ladder *l, size_t i, double y)
{
  const char *name = l->grid->cell[i][COLUMN_VARIANT];
  const size_t whole = strlen (name);
  const size_t n = printable_columns (name, whole) > NAME_COLUMNS
                       ? strcspn (name, " ")
                       : whole;
  char *first = xstrndup (name, n);
  size_t lines;

  if (out != NULL)
    svg_text (out, "name", 0, y + 14, first, NAME_COLUMNS);
  lines
      = svg_lines (out, "t", 0, y + 28, name + n, TEXT_COLUMNS, TUNABLES_LINES);
  free (first);
  return lines
         + svg_lines (out, "sum", 0, y + 28 + SVG_LINE * (double)lines,
                      summary_at (l->block, i), TEXT_COLUMNS, SUMMARY_LINES);
}

static double
height_at (const struct ladder *l, size_t i)
{
  const size_t lines = print_name (NULL, l, i, 0);

  return ROW + (lines > 0 ? SVG_LINE * (double)lines + 4 : 0);
}

/* "265 us, 2024 GB/s, 42.0% of limit, 51.2% at its clock" */
static char *
title_of (const struct ladder *l, size_t i)
{
  const struct case_record *record = l->block->record[i];
  const char *at_clock = l->grid->cell[i][COLUMN_AT_CLOCK];
  char quantity[UNITS_MAX];
  struct text text = { 0 };

  text_add (&text, "%s", units_time (quantity, case_time_shown (record)));
  if (record->rate.unit != NULL && record->rate.value > 0)
    text_add (&text, ", %s",
              units_rate (quantity, record->rate.value, record->rate.unit));
  if (record->of_limit > 0)
    text_add (&text, ", %s of limit",
              units_percent (quantity, record->of_limit));
  if (strcmp (at_clock, "-") != 0)
    text_add (&text, ", %s at its clock", at_clock);
  return text.data;
}

/* "125 us<, 4285 GB/s", with the mark of the time's cell */
static void
print_value (const struct ladder *l, size_t i, double y)
{
  const struct case_record *record = l->block->record[i];
  const char *time = l->grid->cell[i][COLUMN_TIME];
  const size_t n = strcspn (time, "<~");
  const bool marked = time[n] != '\0';
  char quantity[UNITS_MAX];
  struct text text = { 0 };

  text_add (&text, "%.*s", (int)n, time);
  while (text.n > 0 && text.data[text.n - 1] == ' ')
    text.data[--text.n] = '\0';
  text_add (&text, "%s", time + n);
  if (record->rate.unit != NULL && record->rate.value > 0)
    text_add (&text, ", %s",
              units_rate (quantity, record->rate.value, record->rate.unit));
  svg_text (l->out, marked ? "name" : "", right + 8, y + 14, text.data,
            VALUE_COLUMNS);
  free (text.data);
}

/* The 95 % interval. */
static void
print_interval (const struct ladder *l, const struct case_record *record,
                double y)
{
  const double off = 2 * case_error (record), value = value_of (l, record);
  const double low = scale_position (&l->scale, value * fmax (1 - off, 0));
  const double high = scale_position (&l->scale, value * (1 + off));

  /* An interval narrower than its end marks is not drawn. */
  if (!(off > 0) || high - low < 2)
    return;
  svg_path_begin (l->out, "whisker");
  svg_path_add (l->out, "M", low, y);
  svg_path_step (l->out, "H", high);
  svg_path_add (l->out, "M", low, y - 3);
  svg_path_step (l->out, "v", 6);
  svg_path_add (l->out, "M", high, y - 3);
  svg_path_step (l->out, "v", 6);
  svg_path_end (l->out);
}

/* The limits of rows; adjacent rows with the same limit share a line. */
static void
print_limits (const struct ladder *l)
{
  double y = TOP, from = TOP, last = 0;

  for (size_t i = 0; i <= l->block->n; i++) {
    double x = 0;

    if (i < l->block->n) {
      const double limit = limit_value (l, l->block->record[i]);

      x = limit > 0 && limit <= l->scale.high
              ? scale_position (&l->scale, limit)
              : 0;
    }
    if (fabs (x - last) > 0.2) {
      if (last > 0)
        svg_line (l->out, "limit", last, from, last, y);
      from = y;
      last = x;
    }
    y += i < l->block->n ? height_at (l, i) : 0;
  }
}

static void
print_bar (const struct ladder *l, size_t i, double y)
{
  const struct case_record *record = l->block->record[i];
  const double value = value_of (l, record);
  char *title;

  if (!(case_time_shown (record) > 0))
    return;
  title = title_of (l, i);
  svg_bar (l->out, record->peer == FLAG_YES ? "peer" : "bar", left, y + 3,
           fmax (scale_position (&l->scale, value) - left, 1), BAR, title);
  free (title);
}

/* The texts of a row, drawn on top of lines and bars. */
static void
print_row (const struct ladder *l, size_t i, double y)
{
  const struct case_record *record = l->block->record[i];
  char *const *cell = l->grid->cell[i];

  print_name (l->out, l, i, y);
  if (!(case_time_shown (record) > 0)) {
    svg_text (l->out, "bad", left + 4, y + 14, cell[COLUMN_VERIFIED],
              VALUE_COLUMNS);
    return;
  }
  print_interval (l, record, y + 3 + BAR / 2.0);
  print_value (l, i, y);
}

/* A vertical line through all rows. */
static void
print_through (const struct ladder *l, const char *class,
               const struct case_record *record)
{
  double value = record != NULL ? value_of (l, record) : 0, x;

  if (!(value > 0) || value > l->scale.high)
    return;
  x = scale_position (&l->scale, value);
  svg_line (l->out, class, x, TOP, x, TOP + l->height);
}

static void
print_key (const struct ladder *l, int place, const char *class, char *word)
{
  svg_key (l->out, class, 4 + place * (SVG_WIDTH / 3), 14, 28, word);
}

static void
print_keys (const struct ladder *l)
{
  int place = 0;

  if (l->limit || l->limit_beyond)
    print_key (l, place++, "limit",
               xstrdup (l->limit ? "limit of the device"
                                 : "limit: beyond the right edge"));
  if (l->peer != NULL)
    print_key (
        l, place++, "top",
        xasprintf ("fastest peer: %s", text_or_empty (l->peer->variant)));
  if (l->baseline != NULL)
    print_key (
        l, place, "base",
        xasprintf ("baseline: %s", text_or_empty (l->baseline->variant)));
}

static void
print_axis (const struct ladder *l)
{
  static const struct {
    const char *name;
    double seconds;
  } units[] = { { "s", 1 }, { "ms", 1e-3 }, { "us", 1e-6 }, { "ns", 1e-9 } };
  const double high = l->scale.high;
  struct axis axis
      = { .scale = &l->scale, .near = TOP, .far = TOP + l->height };
  char *title;
  size_t i = 0;

  if (l->unit.si != NULL) {
    axis.divisor = units_rate_divisor (l->unit.si, high);
    title = xasprintf ("%s: longer is faster; whiskers: 95 %% interval",
                       units_rate_unit (l->unit.si, high));
  } else {
    while (i < 3 && high < units[i].seconds)
      i++;
    axis.divisor = units[i].seconds;
    title = xasprintf ("time, %s: shorter is faster; whiskers: 95 %% interval",
                       units[i].name);
  }
  axis.title = title;
  svg_axis_below (l->out, &axis);
  free (title);
}

static void
print_rows (const struct ladder *l,
            void (*print) (const struct ladder *l, size_t i, double y))
{
  double y = TOP;

  for (size_t i = 0; i < l->block->n; i++) {
    print (l, i, y);
    y += height_at (l, i);
  }
}

void
ladder_print (FILE *out, const struct block *block, const struct grid *grid,
              const char *anchor)
{
  struct ladder l = {
    .out = out, .block = block, .grid = grid, .unit = rate_unit_of (block)
  };
  char *what = anchor != NULL ? xstrdup (anchor) : describe_block (block, NULL);
  char *label = xasprintf ("Ladder of %s", what);

  if (!(l.unit.largest > 0))
    l.unit.si = NULL;
  find_lines (&l);
  l.scale = scale_linear (0, most_of (&l) * 1.02, left, right);
  for (size_t i = 0; i < block->n; i++)
    l.height += height_at (&l, i);
  svg_begin (out, TOP + l.height + BELOW, label, anchor == NULL);
  print_keys (&l);
  print_axis (&l);
  print_rows (&l, print_bar);
  print_limits (&l);
  print_through (&l, "base", l.baseline);
  print_through (&l, "top", l.peer);
  print_rows (&l, print_row);
  svg_end (out);
  free (what);
  free (label);
}
