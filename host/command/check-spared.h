/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The cases that a check spares itself: of a variant that crashed or hung,
 * which would most likely do so again, each time for as long; and those that
 * would take long.
 */
#ifndef CHECK_SPARED_H
#define CHECK_SPARED_H

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
struct spared {
  struct pace *pace;
  size_t n;
};

/* Why a case is not run; NULL: it is.  Static text. */
const char *spared_why (const struct spared *spared, const struct case_ *c);
/* Notes how one ended. */
void spared_note (struct spared *spared, const struct case_ *c,
                  const struct case_record *record);
void spared_free (struct spared *spared);

#endif
