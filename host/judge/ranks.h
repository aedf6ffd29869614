/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether samples are longer than those of a control, by their ranks: whatever
 * else the machine does disturbs both alike, however much.
 */
#ifndef RANKS_H
#define RANKS_H

#include "judge/samples.h"

enum excess {
  EXCESS_NONE,    /* no more often than not */
  EXCESS_UNCLEAR, /* more samples would tell */
  EXCESS_CLEAR    /* by chance it is seen less than once in 10,000 times */
};

/* Whether samples are more than margin seconds longer than the control's. */
enum excess ranks_excess (const struct samples *samples,
                          const struct samples *control, double margin);

#endif
