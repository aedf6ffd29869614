/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The cases that a check spares itself: of a variant that crashed or hung,
 * which would most likely do so again, each time for as long; and those that
 * would take long.
 */
#ifndef CHECK_SKIP_H
#define CHECK_SKIP_H

#include <stddef.h>

#include "record/case-record.h"

/* How a variant has fared. */
struct pace {
  const struct variant_desc *variant;
  bool given_up;
  double extent, seconds; /* the largest problem by now, and its quickest
                             launch, which another process disturbed least; 0:
                             none was timed */
};

/* Zeroed: nothing has run. */
struct check_skip {
  struct pace *pace;
  size_t n;
};

/* Why a case is not run; NULL: it is.  Static text. */
const char *check_skip_reason (const struct check_skip *spared,
                               const struct case_ *c);
/* Notes how one ended. */
void check_skip_note (struct check_skip *spared, const struct case_ *c,
                      const struct case_record *record);
void check_skip_free (struct check_skip *spared);

#endif
