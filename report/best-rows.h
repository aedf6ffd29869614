/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The fastest row of the CPU and the fastest of the GPU, where a block has
 * both.  Speed-ups compare rows of one device; this is the only figure across
 * devices.
 */
#ifndef BEST_ROWS_H
#define BEST_ROWS_H

#include "report/groups.h"
#include "report/row-ratio.h"

struct best_rows {
  const struct case_record *faster, *slower;
  struct estimate ratio; /* of the slower one's time to the faster one's */
  enum ratio_ground ground;
};

/* False when a device has no row with a time. */
bool best_rows_find (struct best_rows *best, const struct block *block,
                     const struct rounds *rounds);

#endif
