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

#endif
