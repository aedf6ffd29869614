/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The ratio of the times of two rows, and how far it is to be trusted.
 */
#ifndef ROW_RATIO_H
#define ROW_RATIO_H

#include <stdbool.h>

#include "report/compare/rounds.h"
#include "report/groups.h"

/* What its error is of. */
enum ratio_ground {
  RATIO_BARE,       /* it is not known: a row has one sample */
  RATIO_WITHIN_RUN, /* samples, which are all of one process */
  RATIO_OF_ROUNDS   /* rounds */
};

/* Of two timed rows; the estimate has no freedom where its error is not known.
 */
enum ratio_ground row_ratio (const struct rounds *rounds,
                             const struct case_record *over,
                             const struct case_record *under,
                             struct estimate *estimate);

/* Half the width of its interval. */
double row_ratio_off (enum ratio_ground ground, struct estimate estimate);

/* Says of each row of a block whether it is the fastest, or can't be told from
 * that one; none is where fewer than two have a time. */
void rows_fastest (bool *fastest, const struct block *block,
                   const struct rounds *rounds);

#endif
