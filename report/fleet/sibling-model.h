/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One figure among those that its siblings have of the same: how far it is from
 * the median of the others, and how unlikely that is by the scatter that they
 * have among themselves.
 */
#ifndef SIBLING_MODEL_H
#define SIBLING_MODEL_H

#include <stdbool.h>
#include <stddef.h>

/* Over the modified z-score of this, a figure is no part of the scatter. */
#define SIBLING_Z_MOST 3.5

struct sibling_score {
  double ratio; /* to the median of the others */
  double z; /* 0.6745 of the distance over their MAD; infinite where they are
               all the same, or one */
};

/* Figure i of n in ascending order, all over zero; n is 2 at least. */
struct sibling_score sibling_model_score (const double *sorted, size_t n,
                                          size_t i);

/* Whether it is further off than the margin and than the scatter. */
bool sibling_score_is_below (const struct sibling_score *sibling,
                             double margin);
bool sibling_score_is_above (const struct sibling_score *sibling,
                             double margin);

#endif
