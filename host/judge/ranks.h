/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether samples are longer than those of a control, by their ranks: whatever
 * else the machine does disturbs both alike, however much.  It makes samples
 * longer and none shorter, so that of many the least of each few are ranked.
 */
#ifndef RANKS_H
#define RANKS_H

#include "judge/samples.h"

/* So many groups are ranked, of one sample each where there are no more. */
enum { RANKS_GROUPS = 15 };

/* Standard deviations by which samples are more often than not over margin
 * seconds longer than the control's: under 0 where they are not, and over 3.72
 * less than once in 10,000 times where only chance makes them. */
double ranks_excess (const struct samples *samples,
                     const struct samples *control, double margin);

#endif
