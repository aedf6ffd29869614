/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether samples are longer than those of a control.  Whatever else the
 * machine does makes samples longer and none shorter, of both alike: so the
 * least of several are compared, and those by their ranks.
 */
#ifndef RANKS_H
#define RANKS_H

#include "judge/samples.h"

enum excess {
  EXCESS_NONE,    /* the least are no longer than that */
  EXCESS_UNCLEAR, /* they are, but it may be chance */
  EXCESS_CLEAR    /* by chance it is seen less than once in 10,000 times */
};

/* So many samples and more let an excess be clear, and five times as many on a
 * busy machine. */
enum { RANKS_LEAST = 15 };

/* Whether samples are more than margin seconds longer than the control's. */
enum excess ranks_excess (const struct samples *samples,
                          const struct samples *control, double margin);

#endif
