/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Compares one figure with those of the other devices of its model: its ratio
 * to the median of the others, and its modified z-score.  The z-score uses the
 * MAD (median absolute deviation) of the others, which a few odd devices don't
 * change.
 */
#ifndef SIBLING_MODEL_H
#define SIBLING_MODEL_H

#include <stdbool.h>
#include <stddef.h>

/* A modified z-score over this is an outlier (Iglewicz and Hoaglin). */
#define SIBLING_Z_MOST 3.5

struct sibling_score {
  double ratio; /* to the median of the others */
  double z; /* 0.6745 times the distance over their MAD; infinite where the MAD
               is 0 */
};

/* Scores figure i of n >= 2 in ascending order, all over 0. */
struct sibling_score sibling_model_score (const double *sorted, size_t n,
                                          size_t i);

/* True where it is off by more than the margin, and an outlier. */
bool sibling_score_is_below (const struct sibling_score *sibling,
                             double margin);
bool sibling_score_is_above (const struct sibling_score *sibling,
                             double margin);

#endif
