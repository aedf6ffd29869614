/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/units.h"
#include "base/xalloc.h"
#include "report/describe.h"
#include "report/page/html-page.h"
#include "report/page/pictures.h"
#include "report/page/svg.h"

enum { TOP = 70, BOTTOM = 402, BELOW = 38, LABEL_COLUMNS = 24, LABEL = 13 };

static const double left = 66, right = 560;

struct roofline_point {
  const struct case_record *record;
  const struct block *block;
  double x, y;
  int op_class;
};

/* The operations of a record, and their class. */
static double
ops_of (const struct case_record *record, int *op_class)
{
  const struct result *r = &record->result;
  const bool own = r->variant_work.op_class != NULL;
  const char *name = own ? r->variant_work.op_class : r->work.op_class;

  *op_class = names_find (&op_class_names, text_or_empty (name));
  return own ? r->variant_work.ops : r->work.ops;
}

/* False when the record does not belong in this roofline. */
static bool
roofline_point_of (const struct roofline *f, const struct case_record *record,
                   struct roofline_point *point)
{
  const double time = case_time (record);
  const double bytes = (double)record->result.work.bytes;
  const double ops = ops_of (record, &point->op_class);
  const bool computes = ops > 0;

  if (!(time > 0) || !(bytes > 0) || computes != (f->kind == ROOFLINE_UNITS)
      || (computes && point->op_class <= 0)
      || case_record_settings (record).mode.scope != SCOPE_KERNEL)
    return false;
  point->record = record;
  point->x = computes ? ops / bytes : bytes;
  point->y = (computes ? ops : bytes) / time;
  return true;
}

static void
add_block (struct roofline *f, const struct block *block)
{
  for (size_t i = 0; i < block->n; i++) {
    struct roofline_point point = { .block = block };

    if (groups_device (f->groups, block->record[i]) != f->device
        || !roofline_point_of (f, block->record[i], &point))
      continue;
    XAPPEND (f->point, f->n) = point;
  }
}

/* The ceiling of a class; 0: unknown. */
static double
ceiling (const struct roofline *f, int op_class)
{
  const double ops = op_class > 0 ? f->device->ops[op_class] : 0;

  return ops > 0 ? ops : 0;
}

static bool
any_ceiling (const struct roofline *f)
{
  bool any = f->device->memory_bandwidth > 0;

  for (size_t i = 0; i < f->n; i++)
    any |= ceiling (f, f->point[i].op_class) > 0;
  return any;
}

size_t
roofline_most (const struct groups *groups)
{
  return groups->run != NULL ? 2 * groups->run->devices.n : 0;
}

bool
roofline_make (struct roofline *f, const struct groups *groups, size_t i)
{
  const struct device_record *device = groups->run->devices.item;
  char *slug;

  *f = (struct roofline){ .groups = groups,
                          .device = &device[i / 2],
                          .kind = (enum roofline_kind) (i % 2) };
  slug = html_slug (text_or_empty (f->device->name));
  f->anchor = xasprintf (
      "%s.%s", f->kind == ROOFLINE_UNITS ? "roofline" : "memory", slug);
  free (slug);
  for (size_t j = 0; j < groups->n_blocks; j++)
    add_block (f, &groups->block[j]);
  return f->n > 0 && any_ceiling (f);
}

void
roofline_free (struct roofline *f)
{
  free (f->anchor);
  free (f->point);
}

char *
roofline_title (const struct roofline *f)
{
  return xasprintf ("%s of %s",
                    f->kind == ROOFLINE_UNITS ? "Roofline" : "Memory bandwidth",
                    text_or_empty (f->device->name));
}

/* The plot while it is drawn. */
struct roofline_drawing {
  FILE *out;
  const struct roofline *f;
  struct scale x, y;
  double unit; /* of the rates shown */
  const char *si, *unit_name;
  bool used[N_OP_CLASSES];
};

static double
lesser_positive (double a, double b)
{
  return a > 0 ? fmin (a, b) : b;
}

/* A bandwidth; 0: unknown. */
static double
known (double bandwidth)
{
  return bandwidth > 0 ? bandwidth : 0;
}

/* The highest bandwidth: ceilings of units begin where they meet its slope. */
static double
highest_slope (const struct device_record *device)
{
  return fmax (known (device->memory_bandwidth),
               known (device->cache_bandwidth));
}

/* The scales include all points, the ceilings, and where these meet. */
static void
set_scales (struct roofline_drawing *d)
{
  const struct roofline *f = d->f;
  const double bandwidth = known (f->device->memory_bandwidth);
  const double highest = highest_slope (f->device);
  double x[2] = { 0, 0 }, y[2] = { 0, 0 };

  for (size_t i = 0; i < f->n; i++) {
    const struct roofline_point *p = &f->point[i];
    const double top = ceiling (f, p->op_class);

    d->used[p->op_class > 0 ? p->op_class : 0] = true;
    x[0] = lesser_positive (x[0], p->x);
    x[1] = fmax (x[1], p->x);
    y[0] = lesser_positive (y[0], p->y);
    y[1] = fmax (y[1], fmax (p->y, top));
    if (top > 0 && bandwidth > 0) {
      x[0] = lesser_positive (x[0], top / highest);
      x[1] = fmax (x[1], top / bandwidth);
    }
  }
  if (f->kind == ROOFLINE_MEMORY) {
    y[1] = fmax (y[1], highest);
    if (f->device->l2 > 0) {
      x[0] = lesser_positive (x[0], (double)f->device->l2);
      x[1] = fmax (x[1], (double)f->device->l2);
    }
  }
  d->x = scale_log (x[0] / 1.5, x[1] * 1.5, left, right);
  d->y = scale_log (y[0] / 1.5, y[1] * 1.3, BOTTOM, TOP);
}

/* The SI unit of a class's rate. */
static const char *
si_of (int op_class)
{
  return strchr (text_or_empty (names_at (&op_class_names, op_class)), 'f')
                 != NULL
             ? "FLOP/s"
             : "OP/s";
}

/* FLOP/s, or OP/s when a class counts other operations. */
static void
set_unit (struct roofline_drawing *d)
{
  const char *si = "FLOP/s";

  for (size_t i = 0; i < d->f->n; i++)
    if (strcmp (si_of (d->f->point[i].op_class), si) != 0)
      si = "OP/s";
  if (d->f->kind == ROOFLINE_MEMORY)
    si = "B/s";
  d->si = si;
  d->unit = units_rate_divisor (si, d->y.high);
  d->unit_name = units_rate_unit (si, d->y.high);
}

static void
print_axes (const struct roofline_drawing *d)
{
  const bool units = d->f->kind == ROOFLINE_UNITS;
  const struct axis below
      = { .scale = &d->x,
          .near = TOP,
          .far = BOTTOM,
          .divisor = units ? 1 : 1e6,
          .title = units ? "arithmetic intensity, operations per byte, "
                           "logarithmic"
                         : "MB moved, logarithmic" };
  char *title = xasprintf ("%s, logarithmic", d->unit_name);
  const struct axis beside = { .scale = &d->y,
                               .near = left,
                               .far = right,
                               .divisor = d->unit,
                               .title = title };

  svg_axis_below (d->out, &below);
  svg_axis_left (d->out, &beside);
  free (title);
}

/* The slope of a bandwidth: bytes per second times operations per byte. */
static void
print_slope (const struct roofline_drawing *d, double bandwidth,
             const char *class)
{
  const double most = d->y.high;
  double from = fmax (d->x.low, d->y.low / bandwidth);
  double to = fmin (d->x.high, most / bandwidth);

  if (!(bandwidth > 0) || !(to > from))
    return;
  svg_line (d->out, class, scale_position (&d->x, from),
            scale_position (&d->y, from * bandwidth),
            scale_position (&d->x, to), scale_position (&d->y, to * bandwidth));
}

/* Prints the label of a ceiling, below the previous one. */
static void
print_label (const struct roofline_drawing *d, double y, const char *text,
             double *last)
{
  const double at = fmax (y + 4, *last + LABEL);

  svg_text (d->out, "t", right + 8, at, text, LABEL_COLUMNS);
  *last = at;
}

/* Draws a ceiling with the names of all classes that have it. */
static void
print_ceiling (const struct roofline_drawing *d, double value, double *last)
{
  const double bandwidth = highest_slope (d->f->device);
  const double from = bandwidth > 0 ? value / bandwidth : d->x.low;
  const double y = scale_position (&d->y, value);
  bool first = true;

  svg_line (d->out, "limit", scale_position (&d->x, fmax (from, d->x.low)), y,
            right, y);
  for (int i = 1; i < N_OP_CLASSES; i++)
    if (d->used[i] && ceiling (d->f, i) == value) {
      const char *name = names_at (&op_class_names, i);
      char number[UNITS_MAX];
      char *text = first ? xasprintf ("%s: %s", name,
                                      units_rate (number, value, d->si))
                         : xstrdup (name);

      print_label (d, y, text, last);
      free (text);
      first = false;
    }
}

/* Draws ceilings from the highest to the lowest, each once. */
static void
print_ceilings (const struct roofline_drawing *d)
{
  double below = INFINITY, last = 0;

  for (;;) {
    double value = 0;

    for (int i = 1; i < N_OP_CLASSES; i++)
      if (d->used[i] && ceiling (d->f, i) < below)
        value = fmax (value, ceiling (d->f, i));
    if (value <= 0)
      return;
    print_ceiling (d, value, &last);
    below = value;
  }
}

/* Draws a bandwidth as a ceiling up to some number of bytes. */
static void
print_level (const struct roofline_drawing *d, double bandwidth, double bytes,
             const char *class, const char *name, double *last)
{
  const double y = scale_position (&d->y, bandwidth);
  char text[UNITS_MAX];

  svg_line (d->out, class, left, y, scale_position (&d->x, bytes), y);
  print_label (d, y, name, last);
  print_label (d, y, units_rate (text, bandwidth, "B/s"), last);
}

static void
print_memory (const struct roofline_drawing *d)
{
  const struct device_record *device = d->f->device;
  double last = 0;

  if (device->cache_bandwidth > 0)
    print_level (d, device->cache_bandwidth,
                 device->l2 > 0 ? (double)device->l2 : d->x.high, "limit alt",
                 "last-level cache", &last);
  if (device->memory_bandwidth > 0)
    print_level (d, device->memory_bandwidth, d->x.high, "limit", "memory",
                 &last);
  if (device->l2 > 0) {
    const double x = scale_position (&d->x, (double)device->l2);

    svg_line (d->out, "base", x, TOP, x, BOTTOM);
  }
}

/* Each class has its shape; those beyond the last share it. */
static enum shape
shape_of (const struct roofline_drawing *d, int op_class)
{
  int n = 0;

  for (int i = 0; i < op_class; i++)
    n += d->used[i];
  return n < N_SHAPES ? (enum shape)n : N_SHAPES - 1;
}

static void
print_point (const struct roofline_drawing *d, const struct roofline_point *p)
{
  char quantity[UNITS_MAX];
  char *row = describe_variant (p->record->variant, NULL, p->record->tuned);
  char *title = xasprintf ("%s, %s: %s", row, text_or_empty (p->record->job),
                           units_time (quantity, case_time (p->record)));

  svg_mark (d->out, shape_of (d, p->op_class > 0 ? p->op_class : 0),
            p->record->peer == FLAG_YES ? "mark hollow" : "mark",
            scale_position (&d->x, p->x), scale_position (&d->y, p->y), title);
  free (title);
  free (row);
}

/* "slope: memory, 4814 GB/s", after a piece of the line. */
static void
print_slope_key (const struct roofline_drawing *d, double bandwidth, double x,
                 const char *class, const char *what)
{
  char quantity[UNITS_MAX];

  if (bandwidth > 0)
    svg_key (d->out, class, x, 31, 40,
             xasprintf ("slope: %s, %s", what,
                        units_rate (quantity, bandwidth, "B/s")));
}

/* The key of marks and lines. */
static void
print_keys (const struct roofline_drawing *d)
{
  const struct device_record *device = d->f->device;
  char quantity[UNITS_MAX];
  double x = 10;

  for (int i = 1; i < N_OP_CLASSES && d->f->kind == ROOFLINE_UNITS; i++)
    if (d->used[i]) {
      svg_mark (d->out, shape_of (d, i), "mark", x, 14, NULL);
      svg_text (d->out, "t", x + 9, 18, names_at (&op_class_names, i), 12);
      x += 100;
    }
  svg_mark (d->out, SHAPE_DISC, "mark hollow", 10, 31, NULL);
  svg_text (d->out, "t", 19, 35, "hollow: peer", 16);
  if (d->f->kind == ROOFLINE_UNITS) {
    print_slope_key (d, device->memory_bandwidth, 150, "limit", "memory");
    print_slope_key (d, device->cache_bandwidth, 450, "limit alt",
                     "last-level cache");
  }
  if (d->f->kind == ROOFLINE_MEMORY && device->l2 > 0)
    svg_key (d->out, "base", 150, 31, 48,
             xasprintf ("last-level cache: %s",
                        units_bytes (quantity, (double)device->l2)));
}

void
roofline_print (FILE *out, const struct roofline *f, bool alone)
{
  struct roofline_drawing d = { .out = out, .f = f };
  char *title = roofline_title (f);
  char *label = xasprintf ("%s; the figures are in the table", title);

  set_scales (&d);
  set_unit (&d);
  svg_begin (out, BOTTOM + BELOW, label, alone);
  print_keys (&d);
  print_axes (&d);
  if (f->kind == ROOFLINE_UNITS) {
    print_slope (&d, f->device->memory_bandwidth, "limit");
    print_slope (&d, f->device->cache_bandwidth, "limit alt");
    print_ceilings (&d);
  } else
    print_memory (&d);
  for (size_t i = 0; i < f->n; i++)
    print_point (&d, &f->point[i]);
  svg_end (out);
  free (label);
  free (title);
}

enum view_column {
  VIEW_PROBLEM,
  VIEW_PLACE,
  VIEW_FASTEST,
  VIEW_RATE,
  VIEW_LIMIT,
  N_VIEW
};

/* The fastest of a block's points, which are adjacent from i; sets *end after
 * them. */
static const struct roofline_point *
best_from (const struct roofline *f, size_t i, size_t *end)
{
  const struct roofline_point *best = &f->point[i];

  for (*end = i; *end < f->n && f->point[*end].block == f->point[i].block;
       ++*end)
    if (f->point[*end].y > best->y)
      best = &f->point[*end];
  return best;
}

static void
fill_row (char **cell, const struct roofline *f,
          const struct roofline_point *best)
{
  char text[UNITS_MAX];
  const char *unit
      = f->kind == ROOFLINE_MEMORY ? "B/s" : si_of (best->op_class);

  cell[VIEW_PROBLEM] = describe_block (best->block, NULL);
  cell[VIEW_PLACE] = f->kind == ROOFLINE_UNITS
                         ? xasprintf ("%.3g", best->x)
                         : xstrdup (units_bytes (text, best->x));
  cell[VIEW_FASTEST] = xstrdup (text_or_empty (best->record->variant));
  cell[VIEW_RATE] = xstrdup (units_rate (text, best->y, unit));
  cell[VIEW_LIMIT] = xstrdup (best->record->of_limit > 0
                                  ? units_percent (text, best->record->of_limit)
                                  : "-");
}

void
roofline_view_make (struct grid *grid, const struct roofline *f)
{
  *grid = (struct grid){
    .n_columns = N_VIEW,
    .head = { "problem",
              f->kind == ROOFLINE_UNITS ? "operations per byte" : "bytes moved",
              "fastest", "rate", "of limit" },
    .figure = { [VIEW_PLACE] = true, [VIEW_RATE] = true, [VIEW_LIMIT] = true }
  };
  for (size_t i = 0, end; i < f->n; i = end) {
    const struct roofline_point *best = best_from (f, i, &end);

    fill_row (grid_add_row (grid), f, best);
  }
}
