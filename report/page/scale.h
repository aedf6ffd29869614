/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The scales of pictures: from values to places, linear or logarithmic, and
 * which values get a tick.
 */
#ifndef SCALE_H
#define SCALE_H

#include <stdbool.h>
#include <stddef.h>

struct scale {
  bool log;
  double low, high; /* values */
  double from, to;  /* their places */
};

/* From 0, or what is below it, to a bit more than the largest. */
struct scale scale_linear (double low, double high, double from, double to);
/* Over positive values; at least so many times apart, lest it show noise. */
struct scale scale_log (double low, double high, double from, double to);

/* The place of a value, at the most the end of the scale. */
double scale_position (const struct scale *scale, double value);

enum { TICKS_MOST = 40 };

/* Round values, in order, no nearer to each other than apart; how many. */
size_t scale_ticks (const struct scale *scale, double apart,
                    double tick[TICKS_MOST]);

#endif
