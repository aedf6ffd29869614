/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/xalloc.h"
#include "report/page/html-page.h"
#include "report/page/svg.h"

/* Prints a number, rounded to a tenth, as short as possible. */
static void
svg_number (FILE *out, double value)
{
  const double tenths = round (10 * value);

  if (fmod (tenths, 10) == 0)
    fprintf (out, "%.0f", tenths == 0 ? 0 : tenths / 10);
  else
    fprintf (out, "%.1f", tenths / 10);
}

static void
print_attribute (FILE *out, const char *name, double value)
{
  fprintf (out, " %s=\"", name);
  svg_number (out, value);
  putc ('"', out);
}

void
svg_begin (FILE *out, double height, const char *label, bool alone)
{
  fprintf (out, "<svg%s class=\"p\" role=\"img\" viewBox=\"0 0 %.0f ",
           alone ? " xmlns=\"http://www.w3.org/2000/svg\"" : "", SVG_WIDTH);
  svg_number (out, height);
  fputs ("\" aria-label=\"", out);
  html_print (out, label);
  putc ('"', out);
  if (alone) {
    print_attribute (out, "width", SVG_WIDTH);
    print_attribute (out, "height", height);
    fputs (">\n<style>\n", out);
    style_print_picture (out);
    fputs ("</style>\n<rect class=\"paper\"", out);
    print_attribute (out, "width", SVG_WIDTH);
    print_attribute (out, "height", height);
    fputs ("/>\n", out);
  } else
    fputs (">\n", out);
}

void
svg_end (FILE *out)
{
  fputs ("</svg>\n", out);
}

void
svg_path_begin (FILE *out, const char *class)
{
  fprintf (out, "<path class=\"%s\" d=\"", class);
}

void
svg_path_end (FILE *out)
{
  fputs ("\"/>\n", out);
}

void
svg_path_add (FILE *out, const char *command, double x, double y)
{
  fputs (command, out);
  svg_number (out, x);
  if (!signbit (round (10 * y)) || round (10 * y) == 0)
    putc (' ', out);
  svg_number (out, y);
}

void
svg_path_step (FILE *out, const char *command, double length)
{
  fputs (command, out);
  svg_number (out, length);
}

void
svg_line (FILE *out, const char *class, double x1, double y1, double x2,
          double y2)
{
  svg_path_begin (out, class);
  svg_path_add (out, "M", x1, y1);
  if (x1 == x2)
    svg_path_step (out, "V", y2);
  else if (y1 == y2)
    svg_path_step (out, "H", x2);
  else
    svg_path_add (out, "L", x2, y2);
  svg_path_end (out);
}

static void
end_titled (FILE *out, const char *element, const char *title)
{
  if (title == NULL) {
    fputs ("/>\n", out);
    return;
  }
  fputs ("><title>", out);
  html_print (out, title);
  fprintf (out, "</title></%s>\n", element);
}

void
svg_bar (FILE *out, const char *class, double x, double y, double width,
         double height, const char *title)
{
  fprintf (out, "<rect class=\"%s\"", class);
  print_attribute (out, "x", x);
  print_attribute (out, "y", y);
  print_attribute (out, "width", width);
  print_attribute (out, "height", height);
  end_titled (out, "rect", title);
}

/* The room that a number needs, and the width above which cells have a gap. */
enum { HEAT_NUMBER_WIDTH = 44, HEAT_GAP_WIDTH = 8, HEAT_WIDTH_MOST = 92 };

void
svg_heat (FILE *out, const struct heat *h)
{
  static const char *const classes[HEAT_STEPS]
      = { "h0", "h1", "h2", "h3", "h4" };
  const double gap = h->width > HEAT_GAP_WIDTH ? 1 : 0;
  const double width = h->width - 2 * gap, height = h->height - 2;
  int step = 0;

  while (step < HEAT_STEPS - 1 && h->value >= h->limits[step])
    step++;
  svg_bar (out, classes[step], h->x + gap, h->y + 1, width, height, h->title);
  if (h->framed)
    svg_bar (out, "best", h->x + gap, h->y + 1, width, height, h->title);
  if (h->width >= HEAT_NUMBER_WIDTH)
    svg_text (out, h->framed ? "name num mid" : "num mid", h->x + h->width / 2,
              h->y + h->height / 2 + 4, h->number, 7);
  free (h->title);
}

double
svg_heat_width (double left, double right, size_t columns)
{
  return fmin (HEAT_WIDTH_MOST, (right - left) / (double)columns);
}

/* Leaves out attributes that have their default. */
static void
text_begin (FILE *out, const char *class, double x, double y)
{
  fputs ("<text", out);
  if (*class != '\0')
    fprintf (out, " class=\"%s\"", class);
  if (x != 0)
    print_attribute (out, "x", x);
  print_attribute (out, "y", y);
  putc ('>', out);
}

void
svg_text (FILE *out, const char *class, double x, double y, const char *text,
          size_t columns)
{
  text_begin (out, class, x, y);
  html_print_clipped (out, text, columns);
  if (printable_columns (text, strlen (text)) > columns) {
    fputs ("<title>", out);
    html_print (out, text);
    fputs ("</title>", out);
  }
  fputs ("</text>\n", out);
}

/* The size in bytes of a line: the words that fit, at least one. */
static size_t
line_of (const char *text, size_t columns)
{
  size_t n = strcspn (text, " ");

  while (text[n] != '\0') {
    const size_t next = n + 1 + strcspn (text + n + 1, " ");

    if (printable_columns (text, next) > columns)
      break;
    n = next;
  }
  return n;
}

size_t
svg_lines (FILE *out, const char *class, double x, double y, const char *text,
           size_t columns, size_t most)
{
  size_t lines = 0;

  for (text += strspn (text, " "); *text != '\0' && lines < most; lines++) {
    const size_t n = lines + 1 < most ? line_of (text, columns) : strlen (text);
    char *line = xstrndup (text, n);

    if (out != NULL)
      svg_text (out, class, x, y + SVG_LINE * (double)lines, line, columns);
    free (line);
    text += n;
    text += strspn (text, " ");
  }
  return lines;
}

void
svg_key (FILE *out, const char *class, double x, double y, size_t columns,
         char *text)
{
  svg_line (out, class, x, y, x + 26, y);
  svg_text (out, "t", x + 32, y + 4, text, columns);
  free (text);
}

void
svg_mark (FILE *out, enum shape shape, const char *class, double x, double y,
          const char *title)
{
  static const char *const path[N_SHAPES]
      = { [SHAPE_SQUARE] = "m-3.5-3.5h7v7h-7z",
          [SHAPE_DIAMOND] = "m0-5l5 5l-5 5l-5-5z",
          [SHAPE_TRIANGLE] = "m0-5l4.5 8h-9z",
          [SHAPE_CROSS] = "m-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
          [SHAPE_FUNNEL] = "m0 5l-4.5-8h9z" };

  if (shape == SHAPE_DISC) {
    fprintf (out, "<circle class=\"%s\"", class);
    print_attribute (out, "cx", x);
    print_attribute (out, "cy", y);
    fputs (" r=\"4\"", out);
    end_titled (out, "circle", title);
    return;
  }
  svg_path_begin (out, class);
  svg_path_add (out, "M", x, y);
  fprintf (out, "%s\"", path[shape]);
  end_titled (out, "path", title);
}

/* Prints the number of a tick, with no more digits than needed. */
static void
print_tick (FILE *out, double value)
{
  if (fabs (value) >= 1e6 || (value != 0 && fabs (value) < 1e-3))
    fprintf (out, "%.0e", value);
  else
    fprintf (out, "%.6g", value);
}

static void
print_label (FILE *out, const char *class, double x, double y, double value)
{
  text_begin (out, class, x, y);
  print_tick (out, value);
  fputs ("</text>\n", out);
}

void
svg_axis_below (FILE *out, const struct axis *axis)
{
  double tick[TICKS_MOST];
  /* Room for six digits and a gap. */
  size_t n = scale_ticks (axis->scale, 8 * SVG_CHARACTER, tick);

  svg_path_begin (out, "grid");
  for (size_t i = 0; i < n; i++) {
    svg_path_add (out, "M", scale_position (axis->scale, tick[i]), axis->near);
    svg_path_step (out, "V", axis->far);
  }
  svg_path_end (out);
  /* One element with positioned spans, which is shorter than one per tick. */
  text_begin (out, "t mid", 0, axis->far + 15);
  for (size_t i = 0; i < n; i++) {
    fputs ("<tspan", out);
    print_attribute (out, "x", scale_position (axis->scale, tick[i]));
    putc ('>', out);
    print_tick (out, tick[i] / axis->divisor);
    fputs ("</tspan>", out);
  }
  fputs ("</text>\n", out);
  svg_text (out, "t mid", (axis->scale->from + axis->scale->to) / 2,
            axis->far + 31, axis->title, 90);
}

/* The title is above the axis, so that it need not be rotated. */
void
svg_axis_left (FILE *out, const struct axis *axis)
{
  double tick[TICKS_MOST];
  size_t n = scale_ticks (axis->scale, 28, tick);

  svg_path_begin (out, "grid");
  for (size_t i = 0; i < n; i++) {
    svg_path_add (out, "M", axis->near, scale_position (axis->scale, tick[i]));
    svg_path_step (out, "H", axis->far);
  }
  svg_path_end (out);
  for (size_t i = 0; i < n; i++) {
    const double y = scale_position (axis->scale, tick[i]);

    print_label (out, "t end", axis->near - 6, y + 4, tick[i] / axis->divisor);
  }
  svg_text (out, "t", 0, axis->scale->to - 12, axis->title, 90);
}

/* Areas are taken by cells of so many pixels. */
enum { CELL = 2, CELLS = (int)SVG_WIDTH / CELL };

struct svg_room {
  double left, top, right, bottom;
  bool taken[][CELLS];
};

struct svg_room *
svg_room_make (double left, double top, double right, double bottom)
{
  const size_t rows = (size_t)(bottom / CELL) + 1;
  struct svg_room *room
      = xcalloc (1, sizeof *room + rows * sizeof room->taken[0]);

  room->left = left;
  room->top = top;
  room->right = right;
  room->bottom = bottom;
  return room;
}

bool
svg_room_take (struct svg_room *room, double x, double y, double width,
               double height, bool only_free)
{
  const int end_x = (int)(fmin (x + width, room->right) / CELL);
  const int end_y = (int)(fmin (y + height, room->bottom) / CELL);

  if (only_free
      && (x < room->left || x + width > room->right || y < room->top
          || y + height > room->bottom))
    return false;
  for (int take = !only_free; take < 2; take++)
    for (int j = (int)(fmax (y, room->top) / CELL); j <= end_y; j++)
      for (int i = (int)(fmax (x, room->left) / CELL); i <= end_x; i++) {
        if (!take && room->taken[j][i])
          return false;
        room->taken[j][i] |= take;
      }
  return true;
}

void
svg_room_take_line (struct svg_room *room, double x1, double y1, double x2,
                    double y2)
{
  const double length = fmax (fabs (x2 - x1), fabs (y2 - y1));

  for (double at = 0; at < length; at += CELL)
    svg_room_take (room, x1 + (x2 - x1) * at / length - 1,
                   y1 + (y2 - y1) * at / length - 1, 2, 2, false);
}

struct scale
scale_linear (double low, double high, double from, double to)
{
  /* Records may hold any number. */
  if (!isfinite (low))
    low = 0;
  if (!(high > low) || !isfinite (high))
    high = low + 1;
  return (struct scale){ .low = low, .high = high, .from = from, .to = to };
}

struct scale
scale_log (double low, double high, double from, double to)
{
  const double least = 4;

  if (!(low >= DBL_MIN) || !isfinite (low))
    low = 1;
  if (!isfinite (high))
    high = low;
  if (!(high > least * low)) {
    const double middle = sqrt (low) * sqrt (high);

    low = middle / sqrt (least);
    high = middle * sqrt (least);
  }
  return (struct scale){
    .log = true, .low = low, .high = high, .from = from, .to = to
  };
}

double
scale_position (const struct scale *s, double value)
{
  double share = s->log ? log (value / s->low) / log (s->high / s->low)
                        : (value - s->low) / (s->high - s->low);

  return s->from + fmin (fmax (share, 0), 1) * (s->to - s->from);
}

/* Rounds up to 1, 2 or 5 times a power of ten. */
static double
round_step (double step)
{
  const double power = pow (10, floor (log10 (step)));
  const double digit = step / power;

  /* Tolerates rounding errors. */
  return power
         * (digit <= 1.0001   ? 1
            : digit <= 2.0001 ? 2
            : digit <= 5.0001 ? 5
                              : 10);
}

static size_t
linear_ticks (const struct scale *s, double apart, double tick[TICKS_MOST])
{
  const double room = fabs (s->to - s->from) / apart;
  const double step = round_step ((s->high - s->low) / fmax (room, 1));
  const double first = ceil (s->low / step - 1e-9);
  size_t n = 0;

  for (double i = first; i * step <= s->high + step * 1e-9 && n < TICKS_MOST;
       i++)
    tick[n++] = i * step + 0.0; /* no negative zero */
  return n;
}

/* Every decade or every few; with 2 and 5 between them if there is room. */
static size_t
log_ticks (const struct scale *s, double apart, double tick[TICKS_MOST])
{
  static const double digits[] = { 1, 2, 5 };
  const double decade = fabs (s->to - s->from) / log10 (s->high / s->low);
  const double every = fmax (1, ceil (apart / decade));
  const size_t n_digits = decade * 0.3 >= apart ? 3 : 1;
  size_t n = 0;

  for (double power = floor (log10 (s->low) / every) * every;
       power <= log10 (s->high) && n < TICKS_MOST; power += every)
    for (size_t i = 0; i < n_digits && n < TICKS_MOST; i++) {
      const double value = digits[i] * pow (10, power);

      if (value >= s->low * 0.9999 && value <= s->high * 1.0001)
        tick[n++] = value;
    }
  return n;
}

size_t
scale_ticks (const struct scale *scale, double apart, double tick[TICKS_MOST])
{
  return scale->log ? log_ticks (scale, apart, tick)
                    : linear_ticks (scale, apart, tick);
}
