/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report/page/: the HTML page of a run or a comparison, and its pictures.
 * Uses: base, record, report, report/fleet.
 *
 * A new picture is a file that prints SVG on scales.  Its name goes into
 * pictures.c, its section and its table into html.c, classes and colours into
 * html-page.c.
 *
 * Prints SVG elements.  Colours and fonts are classes of a style sheet
 * (report/page/html-page.c), so that a picture follows the scheme of its page.
 * Positions are rounded to a tenth.
 */
#ifndef SVG_H
#define SVG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The width of each picture, in CSS pixels at the page's usual size. */
#define SVG_WIDTH 720.0
/* An estimate of the largest width of a character. */
#define SVG_CHARACTER 7.2

/* alone: a file of its own, which includes the style sheet; label: for screen
 * readers. */
void svg_begin (FILE *out, double height, const char *label, bool alone);
void svg_end (FILE *out);

/* Between begin and end, a path gets SVG's path commands, by add (a command
 * with a position) and step (a command with one length). */
void svg_path_begin (FILE *out, const char *class);
void svg_path_end (FILE *out);
void svg_path_add (FILE *out, const char *command, double x, double y);
void svg_path_step (FILE *out, const char *command, double length);

void svg_line (FILE *out, const char *class, double x1, double y1, double x2,
               double y2);
/* title: shown under the pointer; NULL: none. */
void svg_bar (FILE *out, const char *class, double x, double y, double width,
              double height, const char *title);
/* A cell of a heat map: darker for a higher value, which has a step at each of
 * the limits.  The title is freed; the number is printed if it has room. */
enum { HEAT_STEPS = 5 };
struct heat {
  double x, y, width, height, value;
  const double *limits; /* HEAT_STEPS - 1, ascending */
  bool framed;
  const char *number;
  char *title;
};
void svg_heat (FILE *out, const struct heat *heat);
/* The width of a cell of so many columns between two positions. */
double svg_heat_width (double left, double right, size_t columns);
/* Prints at most that many characters; a clipped text gets its whole text as
 * the title. */
void svg_text (FILE *out, const char *class, double x, double y,
               const char *text, size_t columns);
/* Prints text in lines of at most that many characters, SVG_LINE apart, broken
 * at blanks; the last of `most` lines is clipped.  Returns their number; out
 * NULL: only counts them. */
#define SVG_LINE 13.0
size_t svg_lines (FILE *out, const char *class, double x, double y,
                  const char *text, size_t columns, size_t most);

/* An entry of a key: a piece of a line, and a text, which is freed. */
void svg_key (FILE *out, const char *class, double x, double y, size_t columns,
              char *text);

/* Shapes, solid or hollow, repeat the information of colours. */
enum shape {
  SHAPE_DISC,
  SHAPE_SQUARE,
  SHAPE_DIAMOND,
  SHAPE_TRIANGLE,
  SHAPE_CROSS,
  SHAPE_FUNNEL,
  N_SHAPES
};
void svg_mark (FILE *out, enum shape shape, const char *class, double x,
               double y, const char *title);

/* An axis with grid lines at its ticks and a title; values are divided by the
 * divisor. */
struct axis {
  const struct scale *scale;
  double near, far; /* positions where grid lines begin and end */
  double divisor;
  const char *title;
};
void svg_axis_below (FILE *out, const struct axis *axis);
void svg_axis_left (FILE *out, const struct axis *axis);

/* Where a picture has room for names: a plot, and what is drawn in it. */
struct svg_room;

/* An empty plot; to be freed. */
struct svg_room *svg_room_make (double left, double top, double right,
                                double bottom);
/* Takes an area; with only_free, if all of it is free and in the plot, and else
 * returns false. */
bool svg_room_take (struct svg_room *room, double x, double y, double width,
                    double height, bool only_free);
void svg_room_take_line (struct svg_room *room, double x1, double y1, double x2,
                         double y2);

/* The scales of plots, linear or logarithmic: from values to positions, and
 * which values get a tick. */

struct scale {
  bool log;
  double low, high; /* values */
  double from, to;  /* their positions */
};

/* Corrects a range that is empty or not finite. */
struct scale scale_linear (double low, double high, double from, double to);
/* For positive values; widens a range of less than a factor of four, which
 * would magnify noise. */
struct scale scale_log (double low, double high, double from, double to);

/* The position of a value, clamped to the ends of the scale. */
double scale_position (const struct scale *scale, double value);

enum { TICKS_MOST = 40 };

/* Sets round values in ascending order, whose positions are at least apart;
 * returns their number. */
size_t scale_ticks (const struct scale *scale, double apart,
                    double tick[TICKS_MOST]);

#endif
