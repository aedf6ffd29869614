/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The scales of plots, linear or logarithmic: from values to positions, and
 * which values get a tick.
 */
#ifndef SCALE_H
#define SCALE_H

#include <stdbool.h>
#include <stddef.h>

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
