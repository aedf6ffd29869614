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
#include "report/page/roofline.h"
#include "report/page/svg.h"

enum { TOP = 70, BOTTOM = 402, BELOW = 38, LABEL_COLUMNS = 24, LABEL = 13 };
/* The names of points: their most characters, height, and distance. */
enum { NAME_COLUMNS = 20, NAME_HEIGHT = 10, NAME_OFF = 7 };
/* The width of a character of a name. */
static const double name_character = 6.2;

static const double left = 66, right = 560;

/* The plot while it is drawn. */
struct roofline_drawing {
  FILE *out;
  const struct roofline *f;
  struct scale x, y;
  double unit; /* of the rates shown */
  const char *si, *unit_name;
  bool used[N_OP_CLASSES];
  struct svg_room *room; /* for the names of points */
};

/* Draws a line that names keep clear of. */
static void
draw_line (const struct roofline_drawing *d, const char *class, double x1,
           double y1, double x2, double y2)
{
  svg_line (d->out, class, x1, y1, x2, y2);
  svg_room_take_line (d->room, x1, y1, x2, y2);
}

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
    const double top = roofline_ceiling (f, p->op_class);

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
  d->x = scale_log (x[0] / 1.5, x[1] * 2.5, left, right);
  d->y = scale_log (y[0] / 1.5, y[1] * 1.3, BOTTOM, TOP);
}

/* FLOP/s, or OP/s when a class counts other operations. */
static void
set_unit (struct roofline_drawing *d)
{
  const char *si = "FLOP/s";

  for (size_t i = 0; i < d->f->n; i++)
    if (strcmp (roofline_si (d->f->point[i].op_class), si) != 0)
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
  const bool own = roofline_has_own_work (d->f);
  const struct axis below
      = { .scale = &d->x,
          .near = TOP,
          .far = BOTTOM,
          .divisor = units ? 1 : 1e6,
          .title = own     ? "arithmetic intensity, executed operations per "
                             "byte, logarithmic"
                   : units ? "arithmetic intensity, operations per byte, "
                             "logarithmic"
                           : "MB moved, logarithmic" };
  char *title
      = xasprintf ("%s%s, logarithmic", d->unit_name, own ? " executed" : "");
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
  draw_line (d, class, scale_position (&d->x, from),
             scale_position (&d->y, from * bandwidth),
             scale_position (&d->x, to),
             scale_position (&d->y, to * bandwidth));
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

  draw_line (d, "limit", scale_position (&d->x, fmax (from, d->x.low)), y,
             right, y);
  for (int i = 1; i < N_OP_CLASSES; i++)
    if (d->used[i] && roofline_ceiling (d->f, i) == value) {
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
      if (d->used[i] && roofline_ceiling (d->f, i) < below)
        value = fmax (value, roofline_ceiling (d->f, i));
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

  draw_line (d, class, left, y, scale_position (&d->x, bytes), y);
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

    draw_line (d, "base", x, TOP, x, BOTTOM);
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

/* Prints the name beside its point where there is room, else nothing: the
 * point's title has it. */
static void
print_point_name (const struct roofline_drawing *d,
                  const struct roofline_point *p)
{
  static const struct {
    int side;
    double down;
  } places[]
      = { { 1, 0 }, { -1, 0 }, { 1, -6 }, { 1, 6 }, { -1, -6 }, { -1, 6 } };
  const char *name = text_or_empty (p->record->variant);
  const double columns = (double)printable_columns (name, strlen (name));
  const double width = name_character * fmin (columns, NAME_COLUMNS);

  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    const double x = scale_position (&d->x, p->x) + places[i].side * NAME_OFF;
    const double y = scale_position (&d->y, p->y) + places[i].down;

    if (svg_room_take (d->room, places[i].side > 0 ? x : x - width,
                       y - NAME_HEIGHT / 2.0, width, NAME_HEIGHT, true)) {
      svg_text (d->out, places[i].side > 0 ? "t tag" : "t tag end", x,
                y + NAME_HEIGHT / 2.0 - 1, name, NAME_COLUMNS);
      return;
    }
  }
}

/* The last rows of a block are its fastest: they get their names first.
 * Adjacent points of a variant, as in a sweep, have one name. */
static void
print_point_names (const struct roofline_drawing *d)
{
  const struct roofline_point *p = d->f->point;

  for (size_t i = 0; i < d->f->n; i++)
    svg_room_take (d->room, scale_position (&d->x, p[i].x) - 5,
                   scale_position (&d->y, p[i].y) - 5, 10, 10, false);
  for (size_t i = d->f->n; i-- > 0;)
    if (i + 1 == d->f->n || p[i].block != p[i + 1].block
        || strcmp (text_or_empty (p[i].record->variant),
                   text_or_empty (p[i + 1].record->variant))
               != 0)
      print_point_name (d, &p[i]);
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
      /* So that all units have room. */
      x += 31 + name_character * (double)strlen (names_at (&op_class_names, i));
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
  struct roofline_drawing d = {
    .out = out, .f = f, .room = svg_room_make (left, TOP, right, BOTTOM)
  };
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
  print_point_names (&d);
  svg_end (out);
  free (d.room);
  free (label);
  free (title);
}
