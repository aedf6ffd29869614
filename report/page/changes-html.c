/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A comparison as a page: the two runs, the totals, and a section per block
 * with a plot of its ratios.  A page that would be too large for a browser
 * leaves sections out, and says so.
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
  struct html_list list = { .out = out };

  for (size_t i = 0; i < reasons.n; i++) {
    if (!html_list_begin_item (&list))
      continue;
    html_print (out, reasons.text[i]);
    fputs ("</li>\n", out);
  }
  html_list_end (&list);
  pool_free (&pool);
}

/* ---- Sections ---- */

/* The most bytes of all sections; the heading, the reasons and the legend have
 * the rest of the page. */
enum { SECTIONS_MOST = HTML_BODY_MOST - 400000 };

/* A block, or a part of one with more than so many rows. */
enum { SECTION_ROWS = 1000 };

struct page_section {
  size_t i, end; /* of the records */
  bool is_bad;   /* a row is slower, or a case did not pass */
  char *html;    /* NULL: left out */
  size_t bytes;
};

struct page_sections {
  struct page_section *item;
  size_t n, shown, rows;
};

static bool
is_bad (const struct records *changes, size_t i, size_t end)
{
  for (; i < end; i++)
    if (change_at (changes, i)->breaks
        || change_record_is (change_at (changes, i), CHANGE_SLOWER))
      return true;
  return false;
}

static struct page_sections
find_sections (const struct records *changes)
{
  struct page_sections s = { .item = xcalloc (changes->n, sizeof s.item[0]) };
  size_t end;

  for (size_t i = 1; i < changes->n; i = end) {
    end = changes_block_end (changes, i);
    if (end - i > SECTION_ROWS)
      end = i + SECTION_ROWS;
    s.item[s.n++] = (struct page_section){ .i = i,
                                           .end = end,
                                           .is_bad = is_bad (changes, i, end) };
  }
  return s;
}

static void
print_section (FILE *out, const struct records *changes, size_t i, size_t end,
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

static void
make_section (struct page_section *section, const struct records *changes,
              size_t number)
{
  FILE *memory = open_memstream (&section->html, &section->bytes);

  if (memory == NULL)
    exit_out_of_memory ();
  print_section (memory, changes, section->i, section->end, number);
  if (ferror (memory) || fclose (memory) != 0)
    exit_out_of_memory ();
}

/* Makes those that fit, first the bad ones. */
static void
make_sections (struct page_sections *s, const struct records *changes)
{
  size_t bytes = 0;

  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < s->n; i++) {
      struct page_section *section = &s->item[i];

      if (section->is_bad != (pass == 0))
        continue;
      make_section (section, changes, i + 1);
      bytes += section->bytes;
      if (bytes > SECTIONS_MOST) {
        free (section->html);
        section->html = NULL;
        return;
      }
      s->shown++;
      s->rows += section->end - section->i;
    }
}

/* Prints what fits, and what is left out. */
static void
print_sections (FILE *out, const struct records *changes)
{
  struct page_sections s = find_sections (changes);

  make_sections (&s, changes);
  if (s.shown < s.n)
    fprintf (out,
             "<p>%zu of %zu rows are shown: a page has at most 5 MB. What is "
             "slower or did not pass comes first; --format table prints "
             "all</p>\n",
             s.rows, changes->n - 1);
  for (size_t i = 0; i < s.n; i++)
    if (s.item[i].html != NULL) {
      fwrite (s.item[i].html, 1, s.item[i].bytes, out);
      free (s.item[i].html);
    }
  free (s.item);
}

void
changes_html (FILE *out, const struct records *changes)
{
  const struct comparison_record *r = changes->record[0].of;
  struct marks marks = changes_marks (changes);

  html_page_begin (out, describe_comparison_totals (changes));
  print_heading (out, changes);
  print_reasons (out, changes);
  print_sections (out, changes);
  html_print_marks (out, &marks);
  if (r->old.path != NULL && r->new.path != NULL)
    html_print_and_free (out, "<p class=\"soft\">to reproduce: <code>",
                         rerun_command_of_compare (r->old.path, r->new.path),
                         "</code></p>\n");
  html_page_end (out);
}
