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

/* Fewer sizes, or a smaller ratio of the largest to the smallest, make no
 * curve. */
enum { LEAST_SIZES = 3, TIMES_LEAST = 4 };

enum { TOP = 52, BOTTOM = 372, BELOW = 38, LABEL = 14, LABEL_COLUMNS = 22 };

static const double left = 66, right = 556;

static bool
same_pair (const struct pair *a, const struct pair *b)
{
  if (a->name != b->name || a->type != b->type)
    return false;
  /* Numbers are sizes and may differ. */
  return a->type == PAIR_INTEGER || a->type == PAIR_REAL
         || (a->type == PAIR_TEXT ? a->text == b->text
                                  : a->integer == b->integer);
}

/* True for blocks of a job that differ at most in sizes. */
static bool
differ_in_size_alone (const struct block *a, const struct block *b)
{
  const struct case_record *x = a->head, *y = b->head;

  if (x->job != y->job || x->family != y->family || x->device != y->device
      || x->dtype != y->dtype || x->cpus != y->cpus || x->params == NULL
      || y->params == NULL || x->params->n != y->params->n
      || !mode_same (case_record_settings (x).mode,
                     case_record_settings (y).mode))
    return false;
  for (size_t i = 0; i < x->params->n; i++)
    if (!same_pair (&x->params->pair[i], &y->params->pair[i]))
      return false;
  return true;
}

static double
bytes_of (const struct block *block)
{
  for (size_t i = 0; i < block->n; i++)
    if (block->record[i]->result.work.bytes > 0)
      return (double)block->record[i]->result.work.bytes;
  return 0;
}

static int
compare_bytes (const void *a, const void *b)
{
  const double x = bytes_of (*(const struct block *const *)a);
  const double y = bytes_of (*(const struct block *const *)b);

  return (x > y) - (x < y);
}

/* Finds the blocks of the other sizes; those of a job are adjacent. */
static void
find_blocks (struct plot_sizes *s, size_t i)
{
  const struct groups *groups = s->groups;
  size_t n = 0, kept = 0;

  for (; i < groups->n_blocks
         && groups->block[i].head->job == s->first->head->job;
       i++)
    if (differ_in_size_alone (s->first, &groups->block[i])
        && bytes_of (&groups->block[i]) > 0) {
      XAPPEND (s->block, n) = &groups->block[i];
    }
  if (n > 0)
    qsort (s->block, n, sizeof *s->block, compare_bytes);
  for (size_t j = 0; j < n; j++)
    if (kept == 0 || bytes_of (s->block[j]) > bytes_of (s->block[kept - 1]))
      s->block[kept++] = s->block[j];
  s->n = kept;
}

static bool
is_first (const struct groups *groups, size_t i)
{
  const struct block *block = &groups->block[i];

  while (i-- > 0 && groups->block[i].head->job == block->head->job)
    if (differ_in_size_alone (&groups->block[i], block))
      return false;
  return true;
}

/* The fastest row of a variant in a block; NULL: none. */
static const struct case_record *
row_of (const struct plot_sizes *s, const struct block *block,
        const char *variant)
{
  const struct case_record *found = NULL;

  for (size_t i = 0; i < block->n; i++) {
    const struct case_record *record = block->record[i];

    if (record->variant == variant && record->device == s->first->head->device
        && case_time (record) > 0 && record->rate.value > 0
        && (found == NULL || case_time (record) < case_time (found)))
      found = record;
  }
  return found;
}

static bool
has_variant (const struct plot_sizes *s, const char *variant)
{
  for (size_t i = 0; i < s->n_variants; i++)
    if (s->variant[i] == variant)
      return true;
  return false;
}

/* Lists variants by their time at the largest size. */
static void
find_variants (struct plot_sizes *s)
{
  const struct block *last = s->block[s->n - 1];

  for (;;) {
    const struct case_record *best = NULL;

    for (size_t i = 0; i < last->n; i++) {
      const struct case_record *record
          = row_of (s, last, last->record[i]->variant);

      if (record != NULL && record->variant != NULL
          && !has_variant (s, record->variant)
          && (best == NULL || case_time (record) < case_time (best)))
        best = record;
    }
    if (best == NULL)
      return;
    if (s->n_variants == SERIES_MOST) {
      s->n_left_out = 1;
      return;
    }
    s->variant[s->n_variants++] = best->variant;
  }
}

bool
plot_sizes_make (struct plot_sizes *s, const struct groups *groups, size_t i)
{
  *s = (struct plot_sizes){ .groups = groups, .first = &groups->block[i] };
  if (!is_first (groups, i))
    return false;
  find_blocks (s, i);
  if (s->n >= LEAST_SIZES
      && bytes_of (s->block[s->n - 1]) >= TIMES_LEAST * bytes_of (s->block[0]))
    find_variants (s);
  if (s->n_variants > 0)
    return true;
  plot_sizes_free (s);
  return false;
}

void
plot_sizes_free (struct plot_sizes *s)
{
  free (s->block);
  s->block = NULL;
}

/* The plot while it is drawn. */
struct plot_sizes_drawing {
  FILE *out;
  const struct plot_sizes *s;
  const struct device_record *device; /* NULL: unknown */
  struct rate_unit unit;
  struct scale x, y;
};

/* The common unit: operations if any size has them. */
static struct rate_unit
unit_of (const struct plot_sizes *s)
{
  struct rate_unit unit = { 0 };

  for (size_t i = 0; i < s->n; i++) {
    const struct rate_unit own = rate_unit_of (s->block[i]);

    if (unit.si == NULL || (own.si != NULL && strcmp (own.si, "B/s") != 0))
      unit.si = own.si;
  }
  for (size_t i = 0; i < s->n; i++)
    for (size_t j = 0; j < s->n_variants; j++) {
      const struct case_record *record = row_of (s, s->block[i], s->variant[j]);

      if (record != NULL)
        unit.largest = fmax (unit.largest,
                             rate_in_unit (record, text_or_empty (unit.si)));
    }
  return unit;
}

static double
rate_at (const struct plot_sizes_drawing *d, size_t i, size_t j)
{
  const struct case_record *record
      = row_of (d->s, d->s->block[i], d->s->variant[j]);
  const double rate
      = record != NULL ? rate_in_unit (record, text_or_empty (d->unit.si)) : 0;

  return rate > 0 ? rate : 0;
}

static bool
is_of_memory (const struct plot_sizes_drawing *d)
{
  return strcmp (text_or_empty (d->unit.si), "B/s") == 0 && d->device != NULL
         && d->device->memory_bandwidth > 0;
}

static void
set_scales (struct plot_sizes_drawing *d)
{
  const struct plot_sizes *s = d->s;
  double low = INFINITY, high = 0;

  for (size_t i = 0; i < s->n; i++)
    for (size_t j = 0; j < s->n_variants; j++)
      if (rate_at (d, i, j) > 0) {
        low = fmin (low, rate_at (d, i, j));
        high = fmax (high, rate_at (d, i, j));
      }
  if (is_of_memory (d))
    high = fmax (high, d->device->memory_bandwidth);
  d->x = scale_log (bytes_of (s->block[0]) / 1.2,
                    bytes_of (s->block[s->n - 1]) * 1.2, left, right);
  d->y = scale_log (low / 1.3, high * 1.3, BOTTOM, TOP);
}

static void
print_axes (const struct plot_sizes_drawing *d)
{
  const char *si = text_or_empty (d->unit.si);
  const bool small = d->x.high < 1e6;
  const struct axis below = { .scale = &d->x,
                              .near = TOP,
                              .far = BOTTOM,
                              .divisor = small ? 1 : 1e6,
                              .title = small ? "bytes moved, logarithmic"
                                             : "MB moved, logarithmic" };
  char *title
      = xasprintf ("%s, logarithmic", units_rate_unit (si, d->unit.largest));
  const struct axis beside
      = { .scale = &d->y,
          .near = left,
          .far = right,
          .divisor = units_rate_divisor (si, d->unit.largest),
          .title = title };

  svg_axis_below (d->out, &below);
  svg_axis_left (d->out, &beside);
  free (title);
}

/* Draws the memory bandwidth and the size of the last-level cache. */
static void
print_device (const struct plot_sizes_drawing *d)
{
  const struct device_record *device = d->device;
  char quantity[UNITS_MAX];
  double x = 4;

  if (is_of_memory (d)) {
    const double y = scale_position (&d->y, device->memory_bandwidth);

    svg_line (d->out, "limit", left, y, right, y);
    svg_key (
        d->out, "limit", x, 14, 28,
        xasprintf ("memory bandwidth: %s",
                   units_rate (quantity, device->memory_bandwidth, "B/s")));
    x += SVG_WIDTH / 3;
  }
  if (device != NULL && (double)device->l2 > d->x.low
      && (double)device->l2 < d->x.high) {
    const double at = scale_position (&d->x, (double)device->l2);

    svg_line (d->out, "base", at, TOP, at, BOTTOM);
    svg_key (d->out, "base", x, 14, 48,
             xasprintf ("last-level cache: %s",
                        units_bytes (quantity, (double)device->l2)));
  }
}

static bool
is_peer (const struct plot_sizes *s, const char *variant)
{
  const struct case_record *record = row_of (s, s->block[s->n - 1], variant);

  return record != NULL && record->peer == FLAG_YES;
}

static void
print_series (const struct plot_sizes_drawing *d, size_t j)
{
  const struct plot_sizes *s = d->s;
  const bool peer = is_peer (s, s->variant[j]);
  bool begun = false;

  svg_path_begin (d->out, peer ? "curve alt" : "curve");
  for (size_t i = 0; i < s->n; i++)
    if (rate_at (d, i, j) > 0) {
      svg_path_add (d->out, begun ? "L" : "M",
                    scale_position (&d->x, bytes_of (s->block[i])),
                    scale_position (&d->y, rate_at (d, i, j)));
      begun = true;
    }
  svg_path_end (d->out);
  for (size_t i = 0; i < s->n; i++)
    if (rate_at (d, i, j) > 0) {
      char quantity[UNITS_MAX];
      char *title = xasprintf (
          "%s: %s", s->variant[j],
          units_rate (quantity, rate_at (d, i, j), text_or_empty (d->unit.si)));

      svg_mark (d->out, (enum shape)j, peer ? "mark hollow" : "mark",
                scale_position (&d->x, bytes_of (s->block[i])),
                scale_position (&d->y, rate_at (d, i, j)), title);
      free (title);
    }
}

/* Variants descend at the right edge, so labels that overlap move down only. */
static void
print_labels (const struct plot_sizes_drawing *d)
{
  const struct plot_sizes *s = d->s;
  double last = TOP - LABEL;

  for (size_t j = 0; j < s->n_variants; j++) {
    const bool peer = is_peer (s, s->variant[j]);
    double y
        = fmax (scale_position (&d->y, rate_at (d, s->n - 1, j)), last + LABEL);

    y = fmin (y, BOTTOM - LABEL * (double)(s->n_variants - 1 - j));
    svg_mark (d->out, (enum shape)j, peer ? "mark hollow" : "mark", right + 12,
              y, NULL);
    svg_text (d->out, "", right + 22, y + 4, s->variant[j], LABEL_COLUMNS - 2);
    last = y;
  }
}

void
plot_sizes_print (FILE *out, const struct plot_sizes *s, bool alone)
{
  struct plot_sizes_drawing d
      = { .out = out,
          .s = s,
          .device = groups_device (s->groups, s->first->head),
          .unit = unit_of (s) };
  char *label = xasprintf ("Rate over problem size of %s, on %s",
                           text_or_empty (s->first->head->job),
                           text_or_empty (s->first->head->device));

  set_scales (&d);
  svg_begin (out, BOTTOM + BELOW, label, alone);
  print_axes (&d);
  print_device (&d);
  for (size_t j = 0; j < s->n_variants; j++)
    print_series (&d, j);
  print_labels (&d);
  if (s->n_left_out > 0)
    svg_text (out, "t", right - 70, 18, "six fastest at the largest size", 32);
  svg_end (out);
  free (label);
}

void
plot_sizes_view_make (struct grid *grid, const struct plot_sizes *s)
{
  struct plot_sizes_drawing d = { .s = s, .unit = unit_of (s) };
  const char *si = text_or_empty (d.unit.si);

  *grid = (struct grid){ .head = { "problem", "bytes moved" },
                         .n_columns = 2 + s->n_variants };
  for (size_t j = 0; j < s->n_variants; j++)
    grid->head[2 + j] = s->variant[j];
  for (size_t j = 1; j < grid->n_columns; j++)
    grid->figure[j] = true;
  for (size_t i = 0; i < s->n; i++) {
    char text[UNITS_MAX], **cell = grid_add_row (grid);

    cell[0] = describe_pairs (s->block[i]->head->params);
    cell[1] = xstrdup (units_bytes (text, bytes_of (s->block[i])));
    for (size_t j = 0; j < s->n_variants; j++)
      cell[2 + j] = xstrdup (rate_at (&d, i, j) > 0
                                 ? units_rate (text, rate_at (&d, i, j), si)
                                 : "-");
  }
}
