/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A comparison as a page: the two runs, the totals, and a section per block
 * with a plot of its ratios.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "base/units.h"
#include "base/xalloc.h"
#include "report/page/html-page.h"
#include "report/page/svg.h"
#include "report/report.h"

/* The plot of a block is a forest plot: of each row the ratio of its times, the
 * 95 % interval of that, and the margin. */

enum { NAME_COLUMNS = 27, VERDICT_COLUMNS = 20 };
enum { TOP = 34, ROW = 24, BELOW = 38 };

static const double left = 208, right = 568;

/* The scale extends for wide intervals to at most that many times the largest
 * difference; wider ones end at the frame. */
static const double widest = 3;

static const struct change_record *
change_at (const struct records *changes, size_t i)
{
  return changes->record[i].of;
}

/* True when any of the records i to end has a ratio. */
static bool
has_ratio (const struct records *changes, size_t i, size_t end)
{
  for (; i < end; i++)
    if (change_at (changes, i)->ratio > 0)
      return true;
  return false;
}

/* How far the scale extends to each side of 1. */
static double
reach_of (const struct records *changes, size_t i, size_t end, double margin)
{
  double reach = 2 * margin, most;

  for (size_t j = i; j < end; j++)
    if (change_at (changes, j)->ratio > 0)
      reach = fmax (reach, fabs (change_at (changes, j)->ratio - 1) * 1.15);
  most = widest * reach;
  for (size_t j = i; j < end; j++) {
    const struct change_record *c = change_at (changes, j);

    if (c->ratio > 0 && c->low > 0 && c->high > 0)
      reach = fmax (reach, fmin (most, 1.05 * fmax (c->high - 1, 1 - c->low)));
  }
  return reach;
}

static enum shape
shape_of (const struct change_record *c, const char **class)
{
  *class = "mark";
  if (change_record_is (c, CHANGE_SLOWER)) {
    *class = "mark bad";
    return SHAPE_SQUARE;
  }
  if (change_record_is (c, CHANGE_FASTER))
    return SHAPE_DIAMOND;
  if (!change_record_is (c, CHANGE_SAME))
    *class = "mark hollow";
  return SHAPE_DISC;
}

static void
print_plot_row (FILE *out, const struct scale *scale,
                const struct change_record *c, const char *name, double y)
{
  const char *class;
  const enum shape shape = shape_of (c, &class);
  char *text;

  svg_text (out, "name", 0, y + 16, name, NAME_COLUMNS);
  if (!(c->ratio > 0)) {
    svg_text (out, "t", right + 8, y + 16, text_or_empty (c->verdict),
              VERDICT_COLUMNS);
    return;
  }
  if (c->low > 0 && c->high > 0)
    svg_line (out, "whisker", scale_position (scale, c->low), y + ROW / 2.0,
              scale_position (scale, c->high), y + ROW / 2.0);
  text = xasprintf ("%s: %.4f, %s", name, c->ratio, text_or_empty (c->verdict));
  svg_mark (out, shape, class, scale_position (scale, c->ratio), y + ROW / 2.0,
            text);
  free (text);
  text = xasprintf ("%.4f %s", c->ratio, text_or_empty (c->verdict));
  svg_text (out, "", right + 8, y + 16, text, VERDICT_COLUMNS);
  free (text);
}

static void
print_plot_keys (FILE *out)
{
  static const struct {
    enum shape shape;
    const char *class, *word;
  } keys[] = { { SHAPE_SQUARE, "mark bad", "slower" },
               { SHAPE_DIAMOND, "mark", "faster" },
               { SHAPE_DISC, "mark", "the same" },
               { SHAPE_DISC, "mark hollow", "unsure, or a control" } };

  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    const double x = 10 + 110 * (double)i;

    svg_mark (out, keys[i].shape, keys[i].class, x, 14, NULL);
    svg_text (out, "t", x + 12, 18, keys[i].word, 24);
  }
  svg_bar (out, "band", 560, 7, 26, 14, NULL);
  svg_text (out, "t", 592, 18, "within the margin", 18);
}

static void
print_plot (FILE *out, const struct records *changes, size_t i, size_t end,
            const struct grid *grid)
{
  const struct comparison_record *r = changes->record[0].of;
  const double reach = reach_of (changes, i, end, r->margin);
  const double bottom = TOP + (double)(end - i) * ROW;
  struct scale scale
      = scale_linear (fmax (1 - reach, 0), 1 + reach, left, right);
  const struct axis axis
      = { .scale = &scale,
          .near = TOP,
          .far = bottom,
          .divisor = 1,
          .title = "new/old: to the right is slower; lines: 95 % interval" };
  char *what = describe_changes (changes, i, end);
  char *label = xasprintf ("Ratios of %s; the figures are in the table", what);
  const double low = scale_position (&scale, 1 - r->margin);

  svg_begin (out, bottom + BELOW, label, false);
  print_plot_keys (out);
  svg_bar (out, "band", low, TOP, scale_position (&scale, 1 + r->margin) - low,
           bottom - TOP, NULL);
  svg_axis_below (out, &axis);
  svg_line (out, "base", scale_position (&scale, 1), TOP,
            scale_position (&scale, 1), bottom);
  for (size_t j = i; j < end; j++)
    print_plot_row (out, &scale, change_at (changes, j), grid->cell[j - i][0],
                    TOP + (double)(j - i) * ROW);
  svg_end (out);
  free (what);
  free (label);
}

static void
print_heading (FILE *out, const struct records *changes)
{
  const struct comparison_record *r = changes->record[0].of;
  char quantity[UNITS_MAX];

  html_print_and_free (out, "<h1>", describe_comparison_totals (changes),
                       "</h1>\n");
  html_print_and_free (out, "<ul>\n<li>old: ", describe_compared (&r->old),
                       "</li>\n");
  html_print_and_free (out, "<li>new: ", describe_compared (&r->new),
                       "</li>\n");
  fprintf (out, "<li>margin: %s</li>\n</ul>\n",
           units_percent (quantity, r->margin));
}

static void
print_reasons (FILE *out, const struct records *changes)
{
  struct pool pool = { 0 };
  struct texts reasons = describe_change_reasons (changes, &pool);

  for (size_t i = 0; i < reasons.n; i++) {
    fputs (i == 0 ? "<ul>\n<li>" : "<li>", out);
    html_print (out, reasons.text[i]);
    fputs ("</li>\n", out);
  }
  if (reasons.n > 0)
    fputs ("</ul>\n", out);
  pool_free (&pool);
}

static void
print_block (FILE *out, const struct records *changes, size_t i, size_t end,
             size_t number)
{
  char *anchor = xasprintf ("block-%zu", number);
  struct grid grid;

  changes_view_make (&grid, changes, i, end);
  html_section_begin (out, anchor, describe_changes (changes, i, end));
  html_print_and_free (out, "<p>", describe_drifts (changes, i, end), "</p>\n");
  if (has_ratio (changes, i, end)) {
    html_figure_begin (out, NULL);
    print_plot (out, changes, i, end, &grid);
    html_figure_end (out);
  }
  html_print_grid (out, &grid, anchor);
  html_section_end (out);
  free (anchor);
  grid_free (&grid);
}

void
changes_html (FILE *out, const struct records *changes)
{
  const struct comparison_record *r = changes->record[0].of;
  struct marks marks = changes_marks (changes);
  size_t end, number = 0;

  html_page_begin (out, describe_comparison_totals (changes));
  print_heading (out, changes);
  print_reasons (out, changes);
  for (size_t i = 1; i < changes->n; i = end) {
    end = changes_block_end (changes, i);
    print_block (out, changes, i, end, ++number);
  }
  html_print_marks (out, &marks);
  if (r->old.path != NULL && r->new.path != NULL)
    html_print_and_free (out, "<p class=\"soft\">to reproduce: <code>",
                         rerun_command_of_compare (r->old.path, r->new.path),
                         "</code></p>\n");
  html_page_end (out);
}
