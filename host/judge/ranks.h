/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tests whether samples are longer than those of a control, by their ranks: no
 * shape is assumed.  Other load only makes samples longer.  So only the minimum
 * of each small group is ranked, and a busy machine has no influence.
 */
#ifndef RANKS_H
#define RANKS_H

#include "judge/samples.h"

/* Groups that are ranked, of one sample each where there are no more. */
enum { RANKS_GROUPS = 15 };

/* Returns by how many standard deviations the samples are more often than not
 * over `margin` seconds longer than the control's.  Negative where they are
 * not; over 3.72 by chance in less than one of 10,000. */
double ranks_excess (const struct samples *samples,
                     const struct samples *control, double margin);

#endif
