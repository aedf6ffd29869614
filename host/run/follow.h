/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How far a descent comes with the results that there are.
 */
#ifndef FOLLOW_H
#define FOLLOW_H

#include <stdbool.h>

#include "plan/cases.h"
#include "plan/descent.h"
#include "record/case-record.h"

/* Takes a descent on as far as its cases have results (by case of the plan;
 * NULL: none yet).  Whether it is over; else one of those of its line has
 * none. */
bool descent_follow (struct descent *descent, const struct descent_cases *of,
                     const struct case_record *const *result);
/* Whether it would be over, begun anew. */
bool descent_is_over (const struct descent_cases *of,
                      const struct case_record *const *result);

/* What of the plan is to be run. */
struct remaining_cases {
  size_t n;      /* cases, at the most */
  size_t not_to; /* without a result that are left out: their descent is over */
  bool at_most;  /* a descent is not over */
};

struct remaining_cases
count_remaining (const struct cases *cases,
                 const struct case_record *const *result);

#endif
