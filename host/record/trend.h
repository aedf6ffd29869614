/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether times moved while they were taken: a step or a trend, as of a clock
 * that comes up, or of another load that begins.  The median of such samples is
 * of no state that the device was in.
 */
#ifndef TREND_H
#define TREND_H

#include <stdbool.h>
#include <stddef.h>

/* Fewer say nothing. */
enum { TREND_SAMPLES_LEAST = 10 };

/* Of n times in the order in which they were taken: whether they moved by more
 * than this share of their median, and by more than chance does.  Of samples
 * that have nothing to do with each other, of whatever distribution, less than
 * one row in a hundred is said to, with ten samples, and one in two hundred and
 * fifty with twelve or more; of many that are alike in parts, one in a hundred.
 */
bool trend_is_present (const double *seconds, size_t n, double least);

#endif
