/* SPDX-License-Identifier: BSD-3-Clause
 *
 * SVG, piece by piece.  Colours and fonts are those of a style sheet
 * (report/style.h), so that a picture follows the page it is in; places are
 * rounded to a tenth.
 */
#ifndef SVG_H
#define SVG_H

#include <stdbool.h>
#include <stdio.h>

#include "report/page/scale.h"

/* Of each picture; the unit is that of a page at its usual size. */
#define SVG_WIDTH 720.0
/* What a character takes at the most, as far as can be known. */
#define SVG_CHARACTER 7.2

/* alone: a file of its own, which has the style sheet in itself; the label says
 * what it shows to who can't see it. */
void svg_begin (FILE *out, double height, const char *label, bool alone);
void svg_end (FILE *out);

/* A path begins, and is ended; what is between are moves and lines as SVG has
 * them, of which these are two. */
void svg_path_begin (FILE *out, const char *class);
void svg_path_end (FILE *out);
void svg_path_add (FILE *out, const char *command, double x, double y);
void svg_path_step (FILE *out, const char *command, double length);

void svg_line (FILE *out, const char *class, double x1, double y1, double x2,
               double y2);
/* The title is shown under the pointer; NULL: none. */
void svg_bar (FILE *out, const char *class, double x, double y, double width,
              double height, const char *title);
/* A place of a heat map: the step, from 0, the fuller the better; a frame where
 * it stands out; its number where that has room. */
enum { HEAT_STEPS = 5 };
struct heat {
  double x, y, width, height;
  int step;
  bool framed;
  const char *number, *title;
};
void svg_heat (FILE *out, const struct heat *heat);
/* At most so many characters; a text that was clipped has all of itself as its
 * title. */
void svg_text (FILE *out, const char *class, double x, double y,
               const char *text, size_t columns);

/* Shapes, and whether they are hollow, tell apart what colours alone would. */
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

/* A number as short as it can be at a tenth. */
void svg_number (FILE *out, double value);

/* An axis below, from top to bottom, with lines at its ticks, and what it is
 * of; the numbers are divided by the divisor. */
struct axis {
  const struct scale *scale;
  double near, far; /* the places where its lines begin and end */
  double divisor;
  const char *title;
};
void svg_axis_below (FILE *out, const struct axis *axis);
void svg_axis_left (FILE *out, const struct axis *axis);

#endif
