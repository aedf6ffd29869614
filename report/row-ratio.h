/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The ratio of two rows' times with its confidence interval.
 */
#ifndef ROW_RATIO_H
#define ROW_RATIO_H

#include <stdbool.h>

#include "report/compare/rounds.h"
#include "report/groups.h"

/* What the interval is estimated from. */
enum ratio_ground {
  RATIO_BARE,       /* nothing: a row has one sample */
  RATIO_WITHIN_RUN, /* samples, all of one process */
  RATIO_OF_ROUNDS   /* rounds */
};

/* The ratio of two timed rows; for RATIO_BARE the estimate has no error. */
enum ratio_ground row_ratio (const struct rounds *rounds,
                             const struct case_record *over,
                             const struct case_record *under,
                             struct estimate *estimate);

/* Half the width of the interval. */
double row_ratio_off (enum ratio_ground ground, struct estimate estimate);

/* Marks the fastest row of a block and each that is not measurably slower; none
 * when fewer than two have a time. */
void rows_fastest (bool *fastest, const struct block *block,
                   const struct rounds *rounds);

/* The fastest row of the CPU and the fastest of the GPU, where a block has
 * both.  Speed-ups compare rows of one device; this is the only figure across
 * devices. */

struct best_rows {
  const struct case_record *faster, *slower;
  struct estimate ratio; /* of the slower one's time to the faster one's */
  enum ratio_ground ground;
};

/* False when a device has no row with a time. */
bool best_rows_find (struct best_rows *best, const struct block *block,
                     const struct rounds *rounds);

/* The unit that the rates of a block are shown in. */

/* The SI unit, NULL when rows have different ones, and the largest rate, which
 * selects the prefix (base/units.h). */
struct rate_unit {
  const char *si;
  double largest;
};

struct rate_unit rate_unit_of (const struct block *block);

/* A record's rate in that unit; NaN when it has none. */
double rate_in_unit (const struct case_record *record, const char *si);

#endif
