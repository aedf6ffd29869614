/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the CPU variants have in common.  Part of a row is summarized by two
 * numbers, from which all outputs follow, and summaries are joined: of a
 * softmax the greatest element m and the sum of exp (x - m), of a layernorm the
 * mean and the sum of squares of x - mean.
 */
#ifndef SOFTMAX_ROW_H
#define SOFTMAX_ROW_H

#include <gkhost/softmax.h>

typedef struct softmax_part {
  float shift, sum; /* m or the mean; the sum */
  double n;         /* elements */
} softmax_part;

/* The two passes of textbooks over some elements of a row, at least one: first
 * finds the shift, the second sums. */
float softmax_find_shift (const gk_softmax *p, int64_t row);
float softmax_add_up (const gk_softmax *p, int64_t row, float shift);

/* Both in one pass, from memory: piece by piece. */
softmax_part softmax_summarize (const gk_softmax *p, int64_t row, int64_t begin,
                                int64_t end);
softmax_part softmax_join (const gk_softmax *p, softmax_part a, softmax_part b);

/* Writes elements begin to end of a row; the part is of the whole row. */
void softmax_write (const gk_softmax *p, int64_t row, int64_t begin,
                    int64_t end, softmax_part of_row);

#endif /* SOFTMAX_ROW_H */
