/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A growing list of seconds.
 */
#ifndef SAMPLES_H
#define SAMPLES_H

#include <stddef.h>

#include "judge/stats.h"

struct samples {
  double *seconds;
  size_t n;
};

void samples_add (struct samples *samples, double seconds);
struct stats samples_stats (const struct samples *samples);
/* Of them; 0 where there are none. */
double samples_median (const struct samples *samples);
double samples_least (const struct samples *samples);
void samples_free (struct samples *samples);

#endif
