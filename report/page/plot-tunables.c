/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/units.h"
#include "base/xalloc.h"
#include "report/describe.h"
#include "report/page/pictures.h"
#include "report/page/svg.h"

/* Sweeps of fewer rows, or with more values of a tunable, are not plotted. */
enum { ROWS_LEAST = 3, VALUES_MOST = 48 };

enum { TOP = 46, BELOW = 42, LINE_HEIGHT = 220, CELL_HEIGHT = 28 };

static const double left = 130, right = 700;

static bool
same_value (const struct pair *a, const struct pair *b)
{
  return a->type == b->type
         && (a->type == PAIR_TEXT ? a->text == b->text
                                  : a->integer == b->integer);
}

/* A record's pair of that name; NULL: it has none. */
static const struct pair *
pair_of (const struct case_record *record, const char *name)
{
  const struct pairs *pairs = record->tunables;

  for (size_t i = 0; pairs != NULL && i < pairs->n; i++)
    if (pairs->pair[i].name == name)
      return &pairs->pair[i];
  return NULL;
}

static bool
is_of (const struct plot_tunables *s, const struct case_record *record)
{
  return record->variant == s->variant && record->device == s->device
         && case_time (record) > 0;
}

/* Numbers by value, words by letters. */
static int
compare_values (const void *left_value, const void *right_value)
{
  const char *a = *(char *const *)left_value, *b = *(char *const *)right_value;
  const double x = strtod (a, NULL), y = strtod (b, NULL);

  return x != y ? (x > y) - (x < y) : strcmp (a, b);
}

/* The values of a tunable, each once; stops at one more than there is room for.
 */
static struct tunable_axis
axis_of (const struct plot_tunables *s, const char *name)
{
  struct tunable_axis axis = { .name = name };
  const struct pair *known[VALUES_MOST + 1];

  for (size_t i = 0; i < s->block->n && axis.n <= VALUES_MOST; i++) {
    const struct case_record *record = s->block->record[i];
    const struct pair *pair = is_of (s, record) ? pair_of (record, name) : NULL;
    size_t j = 0;

    if (pair == NULL)
      continue;
    while (j < axis.n && !same_value (known[j], pair))
      j++;
    if (j < axis.n)
      continue;
    known[axis.n] = pair;
    XAPPEND (axis.value, axis.n) = describe_value (pair);
  }
  if (axis.n > 0)
    qsort (axis.value, axis.n, sizeof axis.value[0], compare_values);
  return axis;
}

static void
free_axis (struct tunable_axis *axis)
{
  for (size_t i = 0; i < axis->n; i++)
    free (axis->value[i]);
  free (axis->value);
  *axis = (struct tunable_axis){ 0 };
}

void
plot_tunables_free (struct plot_tunables *s)
{
  free_axis (&s->axis[0]);
  free_axis (&s->axis[1]);
  free (s->best_at);
}

/* Chooses the two tunables with the most values. */
static void
choose_axes (struct plot_tunables *s, const struct pairs *pairs)
{
  for (size_t i = 0; pairs != NULL && i < pairs->n; i++) {
    struct tunable_axis axis = axis_of (s, pairs->pair[i].name);

    s->n_varied += axis.n > 1;
    if (axis.n > 1 && axis.n > s->axis[0].n) {
      free_axis (&s->axis[1]);
      s->axis[1] = s->axis[0];
      s->axis[0] = axis;
    } else if (axis.n > 1 && axis.n > s->axis[1].n) {
      free_axis (&s->axis[1]);
      s->axis[1] = axis;
    } else
      free_axis (&axis);
  }
}

static size_t
axis_index_of (const struct tunable_axis *axis,
               const struct case_record *record)
{
  const struct pair *pair = axis->n > 0 ? pair_of (record, axis->name) : NULL;
  char *value = pair != NULL ? describe_value (pair) : NULL;
  size_t i = 0;

  while (value != NULL && i + 1 < axis->n
         && strcmp (axis->value[i], value) != 0)
    i++;
  free (value);
  return i;
}

static bool
is_faster (const struct case_record *record, const struct case_record *than)
{
  return than == NULL || case_time (record) < case_time (than);
}

static void
find_best_rows (struct plot_tunables *s)
{
  const size_t rows = s->axis[1].n > 0 ? s->axis[1].n : 1;

  s->best_at = xcalloc (s->axis[0].n * rows, sizeof *s->best_at);
  for (size_t i = 0; i < s->block->n; i++) {
    const struct case_record *record = s->block->record[i];
    size_t at;

    if (!is_of (s, record))
      continue;
    at = axis_index_of (&s->axis[1], record) * s->axis[0].n
         + axis_index_of (&s->axis[0], record);
    if (is_faster (record, s->best_at[at]))
      s->best_at[at] = record;
    if (is_faster (record, s->best))
      s->best = record;
  }
}

static size_t
count_rows (const struct plot_tunables *s)
{
  size_t n = 0;

  for (size_t i = 0; i < s->block->n; i++)
    n += is_of (s, s->block->record[i]);
  return n;
}

static bool
stands_before (const struct block *block, size_t row)
{
  for (size_t i = 0; i < row; i++)
    if (block->record[i]->variant == block->record[row]->variant
        && block->record[i]->device == block->record[row]->device)
      return true;
  return false;
}

bool
plot_tunables_next (struct plot_tunables *s, const struct block *block,
                    size_t *at)
{
  for (; *at < block->n; ++*at) {
    const struct case_record *record = block->record[*at];

    if (record->tunables == NULL || record->tunables->n == 0
        || stands_before (block, *at))
      continue;
    *s = (struct plot_tunables){ .block = block,
                                 .variant = record->variant,
                                 .device = record->device };
    if (count_rows (s) < ROWS_LEAST)
      continue;
    choose_axes (s, record->tunables);
    if (s->axis[0].n > 1 && s->axis[0].n <= VALUES_MOST) {
      find_best_rows (s);
      ++*at;
      return true;
    }
    plot_tunables_free (s);
  }
  return false;
}

static double
share_of (const struct plot_tunables *s, const struct case_record *record)
{
  return case_time (s->best) / case_time (record);
}

/* "words=4 threads=512: 8.58 us, 97.0% of the fastest" */
static char *
title_of (const struct plot_tunables *s, const struct case_record *record)
{
  char time[UNITS_MAX], share[UNITS_MAX];
  char *pairs = describe_pairs (record->tunables);
  char *title = xasprintf ("%s: %s, %s of the fastest", pairs,
                           units_time (time, case_time (record)),
                           units_percent (share, share_of (s, record)));

  free (pairs);
  return title;
}

/* The lower end of the scale: the lowest share, with some room below. */
static double
least_share (const struct plot_tunables *s)
{
  double least = 1;

  for (size_t i = 0; i < s->axis[0].n; i++)
    if (s->best_at[i] != NULL)
      least = fmin (least, share_of (s, s->best_at[i]));
  return fmax (0, least - fmax (0.15 * (1 - least), 0.002));
}

static double
middle_of (const struct plot_tunables *s, size_t i)
{
  return left + (right - left) * ((double)i + 0.5) / (double)s->axis[0].n;
}

static void
print_values (FILE *out, const struct plot_tunables *s, double wide,
              double bottom)
{
  const size_t columns = (size_t)(wide / SVG_CHARACTER);
  const double middle = left + wide * (double)s->axis[0].n / 2;

  for (size_t i = 0; i < s->axis[0].n; i++)
    svg_text (out, "t mid", left + wide * ((double)i + 0.5), bottom + 15,
              s->axis[0].value[i], columns > 3 ? columns : 3);
  svg_text (out, "t mid", middle, bottom + 32, s->axis[0].name, 60);
}

static void
print_line (FILE *out, const struct plot_tunables *s)
{
  const double bottom = TOP + LINE_HEIGHT;
  const struct scale scale
      = scale_linear (100 * least_share (s), 100, bottom, TOP + 8);
  const struct axis axis = { .scale = &scale,
                             .near = left,
                             .far = right,
                             .divisor = 1,
                             .title = "speed, % of the fastest" };
  bool begun = false;

  svg_axis_left (out, &axis);
  print_values (out, s, (right - left) / (double)s->axis[0].n, bottom);
  svg_path_begin (out, "curve");
  for (size_t i = 0; i < s->axis[0].n; i++)
    if (s->best_at[i] != NULL) {
      svg_path_add (out, begun ? "L" : "M", middle_of (s, i),
                    scale_position (&scale, 100 * share_of (s, s->best_at[i])));
      begun = true;
    }
  svg_path_end (out);
  for (size_t i = 0; i < s->axis[0].n; i++)
    if (s->best_at[i] != NULL) {
      const bool best = s->best_at[i] == s->best;
      char *title = title_of (s, s->best_at[i]);

      svg_mark (out, best ? SHAPE_DIAMOND : SHAPE_DISC,
                best ? "mark bad" : "mark", middle_of (s, i),
                scale_position (&scale, 100 * share_of (s, s->best_at[i])),
                title);
      free (title);
    }
}

/* A faster cell is darker; the fastest has a frame. */
static void
print_cell (FILE *out, const struct plot_tunables *s,
            const struct case_record *record, double x, double y, double wide)
{
  static const double limits[] = { 0.5, 0.75, 0.9, 0.97 };
  const double share = share_of (s, record);
  char number[UNITS_MAX];

  svg_heat (out, &(struct heat){ .x = x,
                                 .y = y,
                                 .width = wide,
                                 .height = CELL_HEIGHT,
                                 .value = share,
                                 .limits = limits,
                                 .framed = record == s->best,
                                 .number = units_percent (number, share),
                                 .title = title_of (s, record) });
}

static void
print_map (FILE *out, const struct plot_tunables *s)
{
  const double wide = svg_heat_width (left, right, s->axis[0].n);
  const struct tunable_axis *rows = &s->axis[1];

  svg_text (out, "t end", left - 8, TOP - 6, rows->name, 16);
  print_values (out, s, wide, TOP + CELL_HEIGHT * (double)rows->n);
  for (size_t j = 0; j < rows->n; j++) {
    const double y = TOP + CELL_HEIGHT * (double)j;

    svg_text (out, "t end", left - 8, y + 18, rows->value[j], 16);
    for (size_t i = 0; i < s->axis[0].n; i++)
      if (s->best_at[j * s->axis[0].n + i] != NULL)
        print_cell (out, s, s->best_at[j * s->axis[0].n + i],
                    left + wide * (double)i, y, wide);
  }
}

/* The fastest row, and the meaning of the numbers. */
static void
print_key (FILE *out, const struct plot_tunables *s)
{
  char time[UNITS_MAX];
  char *pairs = describe_pairs (s->best->tunables);
  char *text = xasprintf ("%s: fastest with %s, %s", text_or_empty (s->variant),
                          pairs, units_time (time, case_time (s->best)));

  svg_text (out, "", 0, 16, text, 108);
  free (text);
  free (pairs);
  if (s->axis[1].n > 0)
    svg_text (out, "t", left, TOP - 6,
              s->n_varied > 2
                  ? "speed, % of the fastest; other tunables at their best"
                  : "speed, % of the fastest",
              90);
}

void
plot_tunables_print (FILE *out, const struct plot_tunables *s, bool alone)
{
  char *what = describe_block (s->block, NULL);
  char *label = xasprintf ("Sweep of %s, %s", text_or_empty (s->variant), what);
  const bool map = s->axis[1].n > 0;
  const double height = map ? CELL_HEIGHT * (double)s->axis[1].n : LINE_HEIGHT;

  svg_begin (out, TOP + height + BELOW, label, alone);
  print_key (out, s);
  if (map)
    print_map (out, s);
  else
    print_line (out, s);
  svg_end (out);
  free (what);
  free (label);
}
