/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The cases that a check leaves out: those of a variant that crashed or hung,
 * which would most likely do so again, and large ones that would take long,
 * judging by smaller ones.
 */
#ifndef CHECK_SKIP_H
#define CHECK_SKIP_H

#include <stddef.h>

#include "record/case-record.h"

/* What is known of a variant. */
struct pace {
  const struct variant_desc *variant;
  bool given_up;
  double extent, seconds; /* of the largest problem so far: its extent, and its
                             quickest case, which was disturbed least; 0: none
                             was timed */
};

/* Initialized to zero. */
struct check_skip {
  struct pace *pace;
  size_t n;
};

/* Why a case is skipped, a static text; NULL: it is to run. */
const char *check_skip_reason (const struct check_skip *skip,
                               const struct case_ *c);
/* Notes the result of a case. */
void check_skip_note (struct check_skip *skip, const struct case_ *c,
                      const struct case_record *record);
void check_skip_free (struct check_skip *skip);

#endif
