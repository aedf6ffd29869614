/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Detects whether times moved while they were measured: a step or a trend, as
 * from a rising clock or another load that begins.  The median of such samples
 * belongs to no state of the device.
 */
#ifndef TREND_H
#define TREND_H

#include <stdbool.h>
#include <stddef.h>

/* With fewer samples nothing is detected. */
enum { TREND_SAMPLES_LEAST = 10 };

/* True where n times, in the order of measuring, moved by more than this share
 * of their median, and by more than chance explains.
 *
 * False positives: of independent samples of any distribution, under 1 % of
 * series with ten samples, and under 0.4 % with twelve or more; under 1 % of
 * long series whose neighbours are alike. */
bool trend_is_present (const double *seconds, size_t n, double least);

#endif
