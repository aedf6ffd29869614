/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Replays a descent (plan/descent.h) on the results so far.  Where a descent
 * goes follows from results alone, so that a resumed run continues where the
 * first one ended.
 */
#ifndef FOLLOW_H
#define FOLLOW_H

#include <stdbool.h>

#include "plan/cases.h"
#include "plan/descent.h"
#include "record/case-record.h"

/* Advances a descent as far as its cases have results.  result: by case of the
 * plan; NULL: none yet.  Returns true when it is over; otherwise a case of its
 * current axis has no result. */
bool descent_follow (struct descent *descent, const struct descent_cases *of,
                     const struct case_record *const *result);
/* Whether a new descent would be over with these results. */
bool descent_is_over (const struct descent_cases *of,
                      const struct case_record *const *result);

/* Cases without a result. */
struct remaining_cases {
  size_t n;      /* still to run, at most */
  size_t not_to; /* not to run: their descent is over */
  bool at_most;  /* a descent is not over, so that n may be less */
};

struct remaining_cases
count_remaining (const struct cases *cases,
                 const struct case_record *const *result);

#endif
